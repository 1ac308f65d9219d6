//! What the pictures of the rules say.

/// The rules of Duchess for any number of players.
pub const DUCHESS: &str = "Duchess";

/// A turn of Duck Chess.
pub const A_TURN: &str = "White’s knight has gone from b1 to c3, and the duck to d4";

/// The duck in the way.
pub const THE_DUCK_BLOCKS: &str = "The duck on d2, between the white bishop on c1 and what lies behind it";

/// The end of a game of Duck Chess.
pub const THE_KING_IS_CAPTURED: &str = "The white rook from e1 has captured the king on e5";

/// A castling that the duck forbids.
pub const NO_CASTLING: &str = "The duck on c1 stands between the white king on e1 and the rook on a1";

/// A check of Three-Check Duck Chess.
pub const A_CHECK: &str = "The white bishop on b2 attacks the black king on e5";

/// The first position of Duchess for six.
pub const START: &str = "Duchess for six before the first turn";

/// How a rook goes.
pub const ROOK: &str = "A rook on 1b3. Across, it stops at the sides of the flap. Ahead, it leaves each square by the side opposite to that by which it came: so line b bends round the Vortex and runs out through another flap.";

/// How a bishop goes.
pub const BISHOP: &str = "A bishop on 1b3 goes from corner to opposite corner and stays on its colour. From 1a4 it grazes the corner where two flaps meet, and comes to 2e4.";

/// How lines lead through the Vortex.
pub const VORTEX: &str = "The Vortex has six sides and six corners. A piece that comes in by one goes out by the opposite one; a queen on it has twelve directions.";

/// A rook that went through the Vortex.
pub const THROUGH_VORTEX: &str = "A rook has gone from 1c2 straight through the Vortex to 4c3.";

/// How a knight goes.
pub const KNIGHT: &str = "A knight near the Vortex: two rook steps straight on and one to the side, or one and then two. Where lines bend it has more than eight squares; never one that a rook could reach from there in a single move.";

/// How a duchess goes.
pub const DUCHESS_PIECE: &str = "The duchess moves as bishop and knight.";

/// How a fortress goes.
pub const FORTRESS: &str = "The fortress moves as rook and knight.";

/// How a pawn goes.
pub const PAWN: &str = "A pawn on 1c4 steps over any free side, backwards and sideways too, and takes over corners. What stands in front of it stops it.";

/// A pawn that was promoted.
pub const PROMOTION: &str = "Red’s pawn has come from 1c6 to the Vortex and become the queen that had been taken from Red. The pawn is off the board, and could come back itself in another’s place.";

/// Where a rook can teleport.
pub const CAN_TELEPORT: &str = "The rook on 1a1 stands next to Red’s wizard. Stars show where it can teleport: beside either wizard of its side, also to take a piece, such as the pawn on 4a3. Dots show its ordinary moves.";

/// A rook that has teleported.
pub const HAS_TELEPORTED: &str =
    "It has teleported beside the wizard of Green, who is on the same side. A star stays where it vanished.";

/// A check through the Vortex.
pub const CHECK: &str = "Check: Green’s rook threatens Red’s king through the Vortex, down line c. Red must move the king, take the rook, or put something between.";

/// A mate.
pub const MATE: &str = "Mate: one rook threatens the king, the other the squares where it could go.";
