//! Plays Duck Chess, Three-Check Duck Chess and Duchess for programs that speak the Universal Chess Interface.
//!
//! `mallard-uci --tables FOLDER` reads the tables of endings in a folder, made by `examples/tables`, besides those that are part of the
//! program.

use std::error::Error;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{ErrorKind, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::tables::Table;
use engine::uci::input::{self, Input, LONGEST_LINE};
use engine::uci::{ReadTables, Session};

/// What is said of how it is started.
const USAGE: &str = "\
mallard-uci [--tables FOLDER]

Plays Duck Chess, Three-Check Duck Chess and Duchess by the Universal Chess Interface, from standard input.

  --tables FOLDER  read more tables of endings, the files *.table in a folder
  --version        say which version it is
  --help           say this";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let tables = match words.as_slice() {
        [] => Ok(None),
        ["--help" | "-h"] => return tell(USAGE),
        ["--version" | "-V"] => return tell(concat!("Mallard ", env!("CARGO_PKG_VERSION"))),
        ["--tables", folder] => find_tables(Path::new(folder)).map(Some),
        _ => Err(USAGE.into()),
    };
    match tables {
        Ok(tables) => {
            talk(tables);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn tell(what: &str) -> ExitCode {
    match writeln!(stdout(), "{what}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The tables in a folder: every file that is named so.
fn find_tables(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let of_folder = |error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).map_err(of_folder)? {
        let path = file.map_err(of_folder)?.path();
        if path.extension().is_some_and(|extension| extension == "table") {
            found.push(path);
        }
    }
    if found.is_empty() {
        return Err(format!("{}: there is no file *.table in this folder", folder.display()).into());
    }
    Ok(found)
}

/// What these files have; those that cannot be read are left out.
fn read_tables(files: &[PathBuf]) -> ReadTables {
    let mut read = ReadTables::default();
    for path in files {
        let table = std::fs::read(path).map_err(|error| error.to_string());
        match table.and_then(|bytes| Table::from_bytes(&bytes).map_err(|error| error.to_string())) {
            Ok(table) => read.tables.insert(table),
            Err(error) => read.wrong.push(format!("{}: {error}", path.display())),
        }
    }
    read
}

fn talk(tables: Option<Vec<PathBuf>>) {
    let mut session = Session::new(RandomState::new().build_hasher().finish(), |line| {
        let mut out = stdout().lock();
        match writeln!(out, "{line}").and_then(|()| out.flush()) {
            Ok(()) => {}
            // Nobody reads any more.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
            Err(error) => {
                eprintln!("{error}");
                std::process::exit(1);
            }
        }
    });
    if let Some(tables) = tables {
        session.read_tables(move || read_tables(&tables));
    }
    let mut input = stdin().lock();
    loop {
        match input::read(&mut input) {
            Ok(Input::Line(line)) => {
                if session.obey(&line).is_break() {
                    return;
                }
            }
            Ok(Input::TooLong) => session.inform(&format!("the line is longer than {LONGEST_LINE} bytes")),
            Ok(Input::End) | Err(_) => break,
        }
    }
    session.end();
}
