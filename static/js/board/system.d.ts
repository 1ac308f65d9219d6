// What a kind of board must give, so that a turn can be made on it. All else is the same for every board (turn/, input/): a kind only
// draws, and knows where its squares are.

import type { View } from './drawing.js';
import type { Pace } from './motion.js';
import type { Square, State } from '../turn/state.js';

export interface Point {
  clientX: number;
  clientY: number;
  pointerType?: string;
}

/** How a state is drawn: `still` is the square of a piece that was carried there; `true` if nothing is to glide. */
export interface Drawing {
  still?: Square | true | null;
}

export interface BoardSystem<V extends View = View> {
  /** Takes hold of the board that the server has drawn. */
  newView(board: HTMLElement): V;
  /** Every square of it. */
  squares(view: V): readonly Square[];
  /** Draws a state: only what differs is touched. */
  render(view: V, state: State, how?: Drawing): void;
  /** Puts a piece where it belongs. */
  place(view: V, state: State, piece: SVGElement, square: Square): void;
  /** Puts a carried piece where the pointer is. */
  carryTo(view: V, state: State, press: { square: Square; carried: SVGElement | null }, point: Point): void;
  /** A frame round the square under a carried piece. */
  frame(view: V, state: State, square: Square): Element;
  /** Shows what a click on the square under the mouse would do. */
  hover?(view: V, state: State, square: Square | null): void;
  /** The square that is meant by a press. */
  squareUnder(view: V, state: State, point: Point): Square | null;
  /** The next square in a direction of the screen; at the edge, the same. */
  neighbour(view: V, state: State, square: Square, right: number, down: number): Square;
  /** What goes over the squares by keyboard, and putting it on one. */
  newCursor(view: V): Element;
  putCursor(view: V, state: State, cursor: Element, square: Square): void;
  /** Changes the drawing so that a seat is at its lower edge; `seen`: the change may be animated. */
  seeFrom(board: HTMLElement, side: string, how?: { seen?: boolean }): void;
  /** The drawing is seen from another seat. */
  reoriented?(view: V): void;
  /** Lets what stands elsewhere than on the board before be seen on its way. */
  slideChanges(board: Element, before: Element, pace: Pace): void;
}
