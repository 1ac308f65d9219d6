//! Conversations with the program, as programs that show games have them.

mod conversation;
mod other_commands;
mod reports;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Far longer than any answer takes on any machine.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The program, and what it has not been heard saying yet.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Program {
    fn start() -> Self {
        Self::with(&[])
    }

    fn with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mallard-uci"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program has been built");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it was piped"));
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                // After a test that has failed nobody listens.
                if send.send(line.expect("it is text")).is_err() {
                    break;
                }
            }
        });
        Self { child, input, output: lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("it is open"), "{line}").expect("the program listens");
    }

    /// The lines up to the first that begins so.
    fn hear(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = match self.output.recv_timeout(TIMEOUT) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => panic!("it ended before {beginning}: {lines:?}"),
                Err(RecvTimeoutError::Timeout) => panic!("it did not say {beginning}: {lines:?}"),
            };
            lines.push(line.trim_end().to_owned());
            if line.starts_with(beginning) {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.say(line);
        self.hear(beginning).pop().unwrap_or_default()
    }

    /// Closes its input; what it says until it ends, and whether it ended well.
    fn end(mut self) -> (String, bool) {
        drop(self.input.take());
        let mut rest = String::new();
        loop {
            match self.output.recv_timeout(TIMEOUT) {
                Ok(line) => rest += &(line + "\n"),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it did not end: {rest}"),
            }
        }
        (rest, self.child.wait().expect("it can be waited for").success())
    }
}

impl Drop for Program {
    /// Also where a test has failed.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn best(answer: &str) -> &str {
    answer.split_whitespace().nth(1).unwrap_or_default()
}

/// Makes sure that the program has nothing more to say, however long it is asked.
fn assert_it_only_listens(program: &mut Program) {
    for _ in 0..200 {
        program.say("isready");
        assert_eq!(program.hear("readyok"), ["readyok"]);
    }
}
