//! Scripts and style sheets without their comments. A small lexer tells a comment from what only looks like one in a string, a
//! template literal or a regular expression. What it cannot tell apart it refuses, when the server starts.

use anyhow::{bail, ensure};

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// `//` and `/* */`, strings, template literals, regular expressions.
    Script,
    /// `/* */` and strings.
    Sheet,
}

impl Language {
    /// By the end of a file's name.
    pub fn of(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "js" => Some(Self::Script),
            "css" => Some(Self::Sheet),
            _ => None,
        }
    }
}

/// The text without comments, and without the lines that are empty then. Lines inside of a literal stay as they are.
///
/// # Errors
/// A literal or a comment does not end, or a `/` may be a division as well as the start of a regular expression; or a line
/// inside of a template literal looks like an import or an export, which `scripts` reads by lines.
pub(super) fn strip(language: Language, text: &str) -> anyhow::Result<String> {
    let mut lexer = Lexer {
        language,
        rest: text,
        line: String::new(),
        code: String::new(),
        before: Before::Operator,
        open: Vec::new(),
    };
    while let Some(next) = lexer.rest.chars().next() {
        lexer.token(next)?;
    }
    ensure!(lexer.open.iter().all(|open| !matches!(open, Open::Template)), "a template literal does not end");
    lexer.end_line();
    Ok(lexer.code)
}

/// The token before, as far as it decides what a `/` means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A value: a `/` divides it.
    Value,
    /// An operator, a keyword or nothing: a `/` begins a regular expression.
    Operator,
    /// The end of a block or of an object, `++` or `--`: nobody knows without reading all of the language.
    Unknown,
}

/// What has been opened and is not closed.
enum Open {
    /// A `(`, and what a `/` after its `)` means.
    Parenthesis(Before),
    /// `{`
    Brace,
    /// The `${` of a template literal, which continues after the `}`.
    Template,
}

struct Lexer<'a> {
    language: Language,
    rest: &'a str,
    /// The line so far. Its end may still turn out to be blank.
    line: String,
    code: String,
    before: Before,
    open: Vec<Open>,
}

impl Lexer<'_> {
    fn token(&mut self, next: char) -> anyhow::Result<()> {
        let is_script = self.language == Language::Script;
        match next {
            '\n' => {
                self.rest = &self.rest[1..];
                self.end_line();
            }
            '/' if self.rest.starts_with("/*") => self.block_comment()?,
            '/' if is_script && self.rest.starts_with("//") => {
                self.rest = &self.rest[self.rest.find('\n').unwrap_or(self.rest.len())..];
            }
            '/' if is_script => self.slash()?,
            '"' | '\'' => {
                self.literal(next)?;
                self.before = Before::Value;
            }
            '`' if is_script => self.template(1)?,
            '}' if is_script && matches!(self.open.last(), Some(Open::Template)) => {
                self.open.pop();
                self.template(1)?;
            }
            _ if next.is_alphanumeric() || next == '_' || next == '$' => self.word(),
            _ if next.is_whitespace() => self.keep(next.len_utf8()),
            _ => self.sign(next),
        }
        Ok(())
    }

    fn keep(&mut self, bytes: usize) {
        let (kept, rest) = self.rest.split_at(bytes);
        self.line.push_str(kept);
        self.rest = rest;
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_end();
        if !line.is_empty() {
            self.code.push_str(line);
            self.code.push('\n');
        }
    }

    /// Leaves a line end where it had one, else a space where two words would become one.
    fn block_comment(&mut self) -> anyhow::Result<()> {
        let Some(length) = self.rest[2..].find("*/") else { bail!("a comment does not end") };
        let (comment, rest) = self.rest.split_at(length + 4);
        self.rest = rest;
        if comment.contains('\n') {
            self.end_line();
        } else if self.line.ends_with(|letter: char| !letter.is_whitespace()) {
            self.line.push(' ');
        } else {
            self.rest = rest.trim_start_matches(' ');
        }
        Ok(())
    }

    fn slash(&mut self) -> anyhow::Result<()> {
        match self.before {
            Before::Value => self.sign('/'),
            Before::Operator => {
                self.literal('/')?;
                self.before = Before::Value;
            }
            Before::Unknown => bail!("is this / a division or a regular expression? {}", first_line(self.rest)),
        }
        Ok(())
    }

    /// A string or a regular expression with its ends.
    fn literal(&mut self, end: char) -> anyhow::Result<()> {
        let mut in_class = false;
        let mut letters = self.rest.char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            match letter {
                '\\' => {
                    letters.next();
                }
                '\n' => break,
                '[' => in_class = true,
                ']' => in_class = false,
                _ if letter == end && !(end == '/' && in_class) => {
                    self.keep(at + 1);
                    return Ok(());
                }
                _ => {}
            }
        }
        bail!("a literal does not end: {}", first_line(self.rest))
    }

    /// A template literal until it ends, or until an expression begins in it.
    fn template(&mut self, from: usize) -> anyhow::Result<()> {
        let mut letters = self.rest.char_indices().skip(from);
        while let Some((at, letter)) = letters.next() {
            let here = &self.rest[at..];
            if letter == '\\' {
                letters.next();
            } else if letter == '`' {
                self.keep(at + 1);
                self.before = Before::Value;
                return Ok(());
            } else if here.starts_with("${") {
                self.keep(at + 2);
                self.open.push(Open::Template);
                self.before = Before::Operator;
                return Ok(());
            }
            let is_module = ["\nimport ", "\nexport ", "await import('"].iter().any(|words| here.starts_with(words));
            ensure!(!is_module, "a template literal looks like part of a module: {}", first_line(here.trim_start()));
        }
        bail!("a template literal does not end: {}", first_line(self.rest))
    }

    fn word(&mut self) {
        let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let length = self.rest.find(|letter| !is_of_word(letter)).unwrap_or(self.rest.len());
        let is_property = self.line.trim_end().ends_with('.') && !self.line.trim_end().ends_with("..");
        let is_keyword = !is_property && BEFORE_VALUES.contains(&&self.rest[..length]);
        self.keep(length);
        self.before = if is_keyword { Before::Operator } else { Before::Value };
    }

    fn sign(&mut self, sign: char) {
        let words = self.line.trim_end();
        self.before = match sign {
            '(' => {
                let is_condition = ["if", "while", "for"].iter().any(|keyword| {
                    words.strip_suffix(keyword).is_some_and(|front| {
                        !front.ends_with(|letter: char| letter.is_alphanumeric() || "._$".contains(letter))
                    })
                });
                self.open.push(Open::Parenthesis(if is_condition { Before::Operator } else { Before::Value }));
                Before::Operator
            }
            ')' => match self.open.pop() {
                Some(Open::Parenthesis(behind)) => behind,
                _ => Before::Unknown,
            },
            '{' => {
                self.open.push(Open::Brace);
                Before::Operator
            }
            '}' => {
                self.open.pop();
                Before::Unknown
            }
            ']' => Before::Value,
            '+' | '-' if words.ends_with(sign) => Before::Unknown,
            _ => Before::Operator,
        };
        self.keep(sign.len_utf8());
    }
}

/// Keywords that a value follows.
const BEFORE_VALUES: [&str; 13] =
    ["await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "void"];

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> String {
        strip(Language::Script, text).unwrap()
    }

    #[test]
    fn comments_go_and_the_lines_that_were_nothing_else() {
        assert_eq!(
            script("// why\nconst a = 1; // so\n\n/** one */\n/**\n * more\n */\n  /** @type {X} */ (a).b();\n"),
            "const a = 1;\n  (a).b();\n"
        );
        assert_eq!(script("let a/* one */= 1;\nreturn/*\n*/a;"), "let a = 1;\nreturn\na;\n");
    }

    #[test]
    fn what_only_looks_like_a_comment_stays() {
        for text in [
            "const address = 'https://a.example/'; const b = \"/* */\";\n",
            "const text = `\n// not a comment\n\n/* nor\n\nthis */ ${a + `// ${b /* */}`.length}\n  // still not`;\n",
            "const quoted = 'it\\'s // here';\n",
            "const found = text.match(/\\/\\/[/*\"]'/g) / 2 / 3;\n",
            "if (a) /'/.test(b);\n",
            "return /[`/]/.test(a) ? b / c : (d + e) / f[0] / g;\n",
        ] {
            assert_eq!(script(text), text.replace("/* */}`", "}`"), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_told_apart_is_refused() {
        let refused = |text: &str| strip(Language::Script, text).unwrap_err().to_string();
        assert_eq!(refused("} /a'/.test(b);"), "is this / a division or a regular expression? /a'/.test(b);");
        assert_eq!(refused("a++ / 2;"), "is this / a division or a regular expression? / 2;");
        assert_eq!(refused("const a = 'b\nc';"), "a literal does not end: 'b");
        assert_eq!(refused("const a = `b\n"), "a template literal does not end: `b");
        assert_eq!(refused("a(`${b"), "a template literal does not end");
        assert_eq!(refused("/* a"), "a comment does not end");
        assert_eq!(refused("a(`\nimport b`);"), "a template literal looks like part of a module: import b`);");
    }

    #[test]
    fn a_style_sheet_has_comments_of_one_kind() {
        let sheet = "/* why */\na { background: url(//b.example/c); } /* so */\nb::after { content: '/* kept */'; }\n";
        let stripped = "a { background: url(//b.example/c); }\nb::after { content: '/* kept */'; }\n";
        assert_eq!(strip(Language::Sheet, sheet).unwrap(), stripped);
    }
}
