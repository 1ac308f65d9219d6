"""Writes games by lot as other programs write them: chess.pgn by python-chess, and duck.pgn with the turns of pyffish in the form of
pychess-variants. The last positions are in chess.fen and duck.fen, a line for each game. Needs `pip install chess==1.11.2 pyffish==0.0.90`."""

import random

import chess
import chess.engine
import chess.pgn
import pyffish

lot = random.Random(1)


def chess_game(number):
    game = chess.pgn.Game()
    game.headers["Event"] = f'The "Pond" \\ {number}'
    game.headers["Date"] = ["2026.03.01", "2026.??.??", "????.??.??"][number % 3]
    game.headers["White"] = "Müller, Zoë"
    game.headers["WhiteElo"] = str(lot.randrange(1000, 2500))
    if number % 4 == 3:
        game.setup(chess.Board("4k3/PPP5/8/8/8/8/5ppp/3K4 b - - 3 40"))
    node, board = game, game.board()
    while not board.is_game_over() and board.ply() < 120 + 100 * (number % 2):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        castling = [move for move in moves if board.is_castling(move)]
        move = lot.choice(castling or moves)
        if lot.random() < 0.05:
            # One half-move more than its first, with a remark before and after.
            other = node.add_variation(lot.choice(moves), comment="else", starting_comment="Or")
            if replies := sorted(other.board().legal_moves, key=chess.Move.uci):
                other.add_main_variation(replies[0], nags=[chess.pgn.NAG_DUBIOUS_MOVE])
            if other.move == move:
                node.variations.remove(other)
        node = node.add_main_variation(move)
        if lot.random() < 0.03:
            node.comment = "a remark so long that its line is broken, which is another when it is read again" * lot.randrange(1, 3)
        if lot.random() < 0.1:
            node.set_clock(lot.randrange(3600))
            node.set_eval(chess.engine.PovScore(chess.engine.Cp(lot.randrange(-300, 300)), chess.WHITE))
        if lot.random() < 0.1:
            node.nags.add(lot.choice([chess.pgn.NAG_GOOD_MOVE, chess.pgn.NAG_BLUNDER, chess.pgn.NAG_WHITE_MODERATE_ADVANTAGE]))
        board.push(move)
    game.headers["Result"] = board.result()
    columns = [80, None][number % 2]
    return game.accept(chess.pgn.StringExporter(columns=columns)), board.board_fen()


def duck_game(number):
    start, moves = pyffish.start_fen("duck"), []
    while (legal := sorted(pyffish.legal_moves("duck", start, moves))) and len(moves) < 150:
        if pyffish.is_immediate_game_end("duck", start, moves)[0]:
            break
        # Not every square for the duck, but every move is as probable.
        by_move = {}
        for turn in legal:
            by_move.setdefault(turn.split(",")[0], []).append(turn)
        moves.append(lot.choice(by_move[lot.choice(sorted(by_move))]))
    is_over, score = pyffish.is_immediate_game_end("duck", start, moves)
    result = "*"
    if is_over:
        is_whites_turn = len(moves) % 2 == 0
        result = "1-0" if (score > 0) == is_whites_turn else "0-1"
    san = pyffish.get_san_moves("duck", start, moves, False, pyffish.NOTATION_SAN)
    text = " ".join(turn if ply % 2 else f"{ply // 2 + 1}. {turn}" for ply, turn in enumerate(san))
    tags = {
        "Event": "PyChess rated game",
        "Site": f"https://www.pychess.org/duck{number:04}",
        "Date": "2026.03.01",
        "Round": "-",
        "White": "kwik",
        "Black": "kwek",
        "Result": result,
        "TimeControl": "180+2",
        "WhiteElo": "1500?",
        "BlackElo": "1612",
        "Variant": "Duck",
    }
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n{text} {result}\n", pyffish.get_fen("duck", start, moves).split(" ")[0]


for name, write in [("chess", chess_game), ("duck", duck_game)]:
    games = [write(number) for number in range(8)]
    with open(f"{name}.pgn", "w", encoding="utf-8") as file:
        file.write("\n\n".join(text for text, _ in games) + "\n")
    with open(f"{name}.fen", "w", encoding="utf-8") as file:
        file.writelines(fen + "\n" for _, fen in games)
