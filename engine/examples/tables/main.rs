//! Makes the tables of endings, and checks them.
//!
//! ```text
//! cargo run --release -p engine --example tables -- make FOLDER KvK KQvK …
//! cargo run --release -p engine --example tables -- check FOLDER KvK KQvK …
//! cargo run --release -p engine --example tables -- check FOLDER step=10 KRvKN …
//! ```
//!
//! Endings that captures and promotions lead to come first. `make` writes a file each into the folder, and prints what docs/endings.md
//! shows of it, and how long it took. `check` compares every position with all that its turns lead to, by the rules; with a step those of
//! one in so many placings of the men: an odd one, or some squares are left out.

mod figures;

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use engine::tables::{Ending, NoEnding, Table, Tables, build, check};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", folder, names @ ..] => make(Path::new(folder), &endings(names)?),
        ["check", folder, names @ ..] => {
            let step = names.first().and_then(|word| word.strip_prefix("step="));
            let names = &names[usize::from(step.is_some())..];
            let step = step.map_or(Ok(NonZeroUsize::MIN), str::parse).map_err(|error| format!("step: {error}"))?;
            check_all(&read(Path::new(folder))?, &endings(names)?, step)
        }
        _ => Err("tables make FOLDER ENDING…, or tables check FOLDER [step=N] ENDING…".into()),
    }
}

fn endings(names: &[&str]) -> Result<Vec<Ending>, Box<dyn Error>> {
    let read = |name: &&str| name.parse().map_err(|error: NoEnding| format!("{name}: {error}"));
    Ok(names.iter().map(read).collect::<Result<_, _>>()?)
}

/// Every table of a folder.
fn read(folder: &Path) -> Result<Tables, Box<dyn Error>> {
    let mut tables = Tables::default();
    if folder.is_dir() {
        for file in std::fs::read_dir(folder)? {
            tables.insert(Table::from_bytes(&std::fs::read(file?.path())?)?);
        }
    }
    Ok(tables)
}

fn make(folder: &Path, endings: &[Ending]) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let mut tables = read(folder)?;
    for ending in endings {
        let began = Instant::now();
        let (table, statistics) = build(ending, &tables).map_err(|error| format!("{ending}: {error}"))?;
        let made = began.elapsed();
        let bytes = table.to_bytes()?;
        std::fs::write(folder.join(format!("{ending}.table")), &bytes)?;
        println!(
            "{ending}: {} bytes, made in {:.1} s, compressed in {:.1} s",
            bytes.len(),
            made.as_secs_f64(),
            (began.elapsed() - made).as_secs_f64()
        );
        tables.insert(table);
        figures::print(&tables, ending, &statistics);
    }
    Ok(())
}

fn check_all(tables: &Tables, endings: &[Ending], step: NonZeroUsize) -> Result<(), Box<dyn Error>> {
    let mut wrong = 0;
    for ending in endings {
        let began = Instant::now();
        let checked = check(tables, ending, step.get()).ok_or_else(|| format!("a table is missing for {ending}"))?;
        for position in &checked.wrong {
            println!("{ending} is wrong at {position}");
        }
        wrong += checked.wrong.len();
        let (positions, seconds) = (checked.positions, began.elapsed().as_secs_f64());
        println!("{ending}: {positions} positions, {} wrong, {seconds:.1} s", checked.wrong.len());
    }
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} are wrong").into()) }
}
