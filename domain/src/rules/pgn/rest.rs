//! [`Rest`]: what follows in a variation of chess after a turn that nobody makes.

/// The words of a variation from a null move to its end. There are no rules for them, so they are kept as a comment.
pub(super) struct Rest {
    words: String,
    /// How many parentheses have been opened in it.
    depth: usize,
}

impl Rest {
    /// It begins with the null move, as it is written.
    pub fn new(null_move: &str) -> Self {
        Self { words: null_move.to_owned(), depth: 0 }
    }

    /// A word or a comment.
    pub fn push(&mut self, words: &str) {
        self.words.push(' ');
        self.words.push_str(words);
    }

    /// A parenthesis is opened.
    pub fn open(&mut self) {
        self.push("(");
        self.depth += 1;
    }

    /// A parenthesis is closed; `false` if it ends the variation itself.
    pub fn close(&mut self) -> bool {
        let is_inside = self.depth > 0;
        if is_inside {
            self.push(")");
            self.depth -= 1;
        }
        is_inside
    }

    /// What is said in the place of it.
    pub fn into_comment(self) -> String {
        self.words.replace("( ", "(").replace(" )", ")")
    }
}

/// Whether a word says that nobody moves: in chess it does so to show what is threatened.
pub(super) fn is_null_move(word: &str) -> bool {
    matches!(word.trim_end_matches(['!', '?']), "--" | "Z0" | "null" | "@@@@")
}
