//! What programs put between the braces of a comment: the mover's clock, and in some files the duck.

use std::time::Duration;

/// Splits `[%clk 1:02:03]` off a comment's text: the text without it, and the time.
pub(super) fn split_clock(text: &str) -> (String, Option<Duration>) {
    let found = text.find("[%clk").and_then(|start| {
        let end = start + text[start..].find(']')?;
        Some((start, end, read_clock(text[start + "[%clk".len()..end].trim())?))
    });
    match found {
        Some((start, end, clock)) => (format!("{} {}", &text[..start], &text[end + 1..]), Some(clock)),
        None => (text.to_owned(), None),
    }
}

/// `1:02:03`, with more hours for days and a fraction of a second if there is one.
fn read_clock(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds = 0_u64;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    if fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let nanoseconds = format!("{fraction:0<9}").parse().ok()?;
    Some(Duration::new(seconds, nanoseconds))
}

/// `[%clk 1:02:03]`, with a fraction only where there is one.
pub(super) fn clock_text(clock: Duration) -> String {
    let seconds = clock.as_secs();
    let whole = format!("[%clk {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match clock.subsec_nanos() {
        0 => whole + "]",
        nanoseconds => format!("{whole}.{}]", format!("{nanoseconds:09}").trim_end_matches('0')),
    }
}

/// A duck in a comment, `@e5` or `[Duck "e5"]` at its beginning: its square's text and what follows.
pub(super) fn split_duck(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let (square, rest) = match text.strip_prefix('@') {
        Some(rest) => rest.split_at_checked(2)?,
        None => {
            let rest = text.strip_prefix("[Duck").or_else(|| text.strip_prefix("[%duck"))?.trim_start();
            let (square, rest) = rest.strip_prefix('"').unwrap_or(rest).split_at_checked(2)?;
            (square, rest.strip_prefix('"').unwrap_or(rest).trim_start().strip_prefix(']')?)
        }
    };
    let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (ends && square.parse::<shakmaty::Square>().is_ok()).then_some((square, rest))
}
