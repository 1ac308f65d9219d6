//! Reading lines of bounded length.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes: a game of ten thousand turns fits in.
pub const LONGEST_LINE: u64 = 1 << 20;

/// What has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line; what is no UTF-8 in it has been replaced.
    Line(String),
    /// A line longer than [`LONGEST_LINE`], which has been read over.
    TooLong,
    /// There are no more lines.
    End,
}

/// Reads the next line, and keeps no more of it than may be used.
///
/// # Errors
///
/// Those of `input`.
pub fn read(input: &mut impl BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(Input::End);
    }
    if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Input::TooLong);
    }
    Ok(Input::Line(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_to_their_end() {
        let long = "x".repeat(LONGEST_LINE as usize - 1);
        let text = format!("uci\n\nd\r\n{long}\n{long}xy\n{long}xy");
        let mut input = text.as_bytes();
        let mut next = || read(&mut input).unwrap();
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!([next(), next(), next()], [line("uci\n"), line("\n"), line("d\r\n")]);
        assert_eq!(next(), line(&format!("{long}\n")));
        assert_eq!([next(), next(), next()], [Input::TooLong, Input::TooLong, Input::End]);
    }

    #[test]
    fn what_is_no_text_is_replaced() {
        assert_eq!(read(&mut b"\xffd\0".as_slice()).unwrap(), Input::Line("\u{fffd}d\0".to_owned()));
    }
}
