//! [`Settings`]: what the command line says, as words `name=value`.

use std::str::FromStr;

/// The words of a command line.
pub struct Settings(Vec<(String, String)>);

impl Settings {
    /// Those of this program, which knows these names. Ends it if another word is given.
    pub fn read(names: &[&str]) -> Self {
        let pair = |word: String| match word.split_once('=') {
            Some((name, value)) if names.contains(&name) => (name.to_owned(), value.to_owned()),
            _ => {
                eprintln!("{word} is none of {}=…", names.join("=…, "));
                std::process::exit(2);
            }
        };
        Self(std::env::args().skip(1).map(pair).collect())
    }

    /// The value of a name, if it is given.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// The value of a name as a number; another if it is not given. Ends the program if it is no number.
    pub fn number<N: FromStr>(&self, name: &str, otherwise: N) -> N {
        let Some(value) = self.find(name) else { return otherwise };
        value.parse().unwrap_or_else(|_| {
            eprintln!("{name}={value} is no number");
            std::process::exit(2);
        })
    }
}
