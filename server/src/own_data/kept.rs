//! Every table of the database, and what becomes of what it has of a player when their account is deleted. A test reads the schema
//! and fails for a table, or a column of text, words, JSON or bytes, that is not here: whoever adds one has to say what becomes of it.

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptTable {
    /// Its name.
    pub name: &'static str,
    /// Its columns of text, words, JSON or bytes, arrays included, in alphabetical order.
    pub texts: &'static [&'static str],
    /// What becomes of what it has of a player.
    pub fate: Fate,
}

/// What becomes of what a table has of a player whose account is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The rows go in which one of these columns is the player.
    Deleted(&'static [&'static str]),
    /// The rows go with those of another table, which they belong to.
    GoesWith(&'static str),
    /// The rows stay, and what tells who it was or what they wrote is replaced, by code of its own.
    Emptied,
    /// The rows stay as they are, for this reason: by then the player's number leads to nobody.
    Stays(&'static str),
    /// It has nothing of a player.
    OfNobody,
}

const fn table(name: &'static str, texts: &'static [&'static str], fate: Fate) -> KeptTable {
    KeptTable { name, texts, fate }
}

const OF_PLAYER: Fate = Fate::Deleted(&["player_id"]);
const OF_COLLECTION: Fate = Fate::GoesWith("collections");
const RECORD: Fate = Fate::Stays("games are records, of others too");

/// All of them, in alphabetical order.
pub const TABLES: &[KeptTable] = &[
    table("account_deletions", &[], Fate::Stays("that it was deleted, so that it is done once")),
    table("announcements", &["states", "topics"], Fate::Stays("they are gone within minutes")),
    table("archived_events", &["bodies", "game_id"], Fate::Emptied),
    table("book_due", &["game_id"], Fate::OfNobody),
    table("book_turns", &["examples", "turn", "variant"], Fate::OfNobody),
    table("challenge_places", &["challenge_id"], Fate::Stays("who sat down together")),
    table("challenges", &["clock", "game_id", "id", "rematch_of", "seat", "state", "variant"], RECORD),
    table("collection_errors", &["collection_id", "sentence"], OF_COLLECTION),
    table(
        "collection_games",
        &[
            "collection_id",
            "date",
            "digest",
            "event",
            "fen",
            "last_squares",
            "names",
            "opening",
            "players",
            "result",
            "variant",
        ],
        OF_COLLECTION,
    ),
    table("collection_imports", &["collection_id", "file_name", "state"], OF_COLLECTION),
    table("collection_pieces", &["bytes", "collection_id"], OF_COLLECTION),
    table("collection_positions", &["collection_id", "materials", "positions"], OF_COLLECTION),
    table("collection_positions_due", &["collection_id"], OF_COLLECTION),
    table("collection_texts", &["collection_id", "pgn"], OF_COLLECTION),
    table("collections", &["description", "id", "name", "visibility"], Fate::Deleted(&["owner_id"])),
    table("computer_paces", &["game_id", "pace"], Fate::OfNobody),
    table("computers", &[], Fate::OfNobody),
    table("daily_games", &["game_id"], Fate::OfNobody),
    table("daily_puzzles", &[], Fate::OfNobody),
    table("evaluated_plies", &["game_id", "lines"], Fate::OfNobody),
    table("evaluated_positions", &["failure", "fen", "lines", "variant"], Fate::OfNobody),
    table("explorer_positions", &["variant"], Fate::OfNobody),
    table("explorer_turns", &["turn", "variant"], Fate::OfNobody),
    table("fair_play_games", &["game_id", "variant"], OF_PLAYER),
    table("fair_play_plies", &["game_id", "lines"], Fate::OfNobody),
    table("feeds", &["secret"], OF_PLAYER),
    table("game_audience", &["game_id"], Fate::OfNobody),
    table(
        "game_evaluations",
        &["failure", "game_id"],
        Fate::Stays("everybody may read what the computer says of a game"),
    ),
    table("game_kibitzes", &["game_id", "text"], Fate::Emptied),
    table("game_leave_words", &["game_id"], OF_PLAYER),
    table("game_looks", &["game_id"], OF_PLAYER),
    table("game_seats", &["game_id"], RECORD),
    table("game_tags", &["game_id", "key", "tag"], OF_PLAYER),
    table("games", &["ending", "fen", "id", "last_squares", "result", "setup", "variant"], RECORD),
    table("heartbeat", &[], Fate::OfNobody),
    table("jobs", &["kind", "note", "subject", "variant"], Fate::OfNobody),
    table("kept_forms", &["fields", "id", "sent_to"], OF_PLAYER),
    table("known_devices", &["token_hash"], OF_PLAYER),
    table("leaves", &[], OF_PLAYER),
    table("letters", &["about", "email", "kind", "note", "wanted"], OF_PLAYER),
    table("library_backlog", &["after"], Fate::OfNobody),
    table("library_due", &["game_id"], Fate::OfNobody),
    table("library_games", &["ending", "game_id", "opening", "result", "variant"], RECORD),
    table("library_material", &["game_id", "signature"], Fate::OfNobody),
    table("library_men", &["game_id"], Fate::OfNobody),
    table("library_men_blocks", &["ends", "initials", "names", "ratings", "turns"], Fate::OfNobody),
    table("library_men_facets", &["facet"], Fate::OfNobody),
    table("library_men_games", &["game_id"], Fate::OfNobody),
    table("library_men_sets", &[], Fate::OfNobody),
    table("library_men_waiting", &["game_id"], Fate::OfNobody),
    table("library_months", &[], RECORD),
    table("library_positions", &["game_id", "turn"], Fate::OfNobody),
    table("library_totals", &["ending", "result", "variant"], RECORD),
    // What others could read of the player's words goes when it is taken out of the games, by triggers of 0074_library_words.sql.
    table("library_words", &["game_id", "messages", "notes"], OF_PLAYER),
    table("mailed_links", &["email", "purpose", "token_hash"], OF_PLAYER),
    table("notebooks", &["game_id", "pgn", "place"], OF_PLAYER),
    table("outages", &[], Fate::OfNobody),
    table("password_requests", &["typed"], Fate::Emptied),
    table("password_tries", &["counted_as"], Fate::Emptied),
    table("places_asked", &["challenge_id"], Fate::Deleted(&["player_id", "asked_by"])),
    table(
        "players",
        &[
            "about",
            "country",
            "email",
            "email_wanted",
            "guest_name",
            "mail_secret",
            "name",
            "password_hash",
            "preferences",
        ],
        Fate::Emptied,
    ),
    table("position_questions", &["variant"], OF_PLAYER),
    table("puzzle_attempts", &[], OF_PLAYER),
    table("puzzle_games", &["game_id", "state"], Fate::OfNobody),
    table("puzzle_players", &[], OF_PLAYER),
    table("puzzle_reports", &["reason"], OF_PLAYER),
    table("puzzles", &["board", "content", "game_id", "goal", "retired_because", "themes", "variant"], Fate::OfNobody),
    table("rating_changes", &["fair_play", "game_id", "pool", "variant"], RECORD),
    table("ratings", &["variant"], OF_PLAYER),
    table("ratings_due", &["game_id", "variant"], Fate::Stays("they are counted within seconds")),
    table("ratings_with_computers", &["variant"], OF_PLAYER),
    table("ratings_with_computers_due", &["game_id", "variant"], Fate::Stays("they are counted within seconds")),
    table("recent_events", &["body", "game_id"], Fate::Emptied),
    table("saved_searches", &["collection_id", "name", "name_key", "query"], OF_PLAYER),
    table("sessions", &["browser", "token_hash"], OF_PLAYER),
    // Those that somebody else edits are theirs by then, with all that is written in them.
    table("studies", &["description", "id", "name", "visibility"], Fate::Deleted(&["owner_id"])),
    table(
        "study_chapters",
        &["fen", "game_id", "name", "pgn", "place", "study_id", "variant"],
        Fate::GoesWith("studies"),
    ),
    table("study_editors", &["study_id"], OF_PLAYER),
    table("workers", &["variants"], Fate::OfNobody),
];
