//! Modules that are joined, and those that are refused.

use super::*;

const JOINED: Joins =
    Joins { shared: &[("frame", &["time"])], single: &[("game", &["game"]), ("far/off", &["far/off"])] };

fn files(modules: &[(&str, &str)]) -> anyhow::Result<BTreeMap<String, String>> {
    let modules = modules.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    join(&modules.collect(), &JOINED)
}

#[test]
fn a_module_is_a_block_behind_what_it_imports() -> anyhow::Result<()> {
    let files = files(&[
        ("time", "export const now = 1;\n"),
        (
            "game",
            "import { now } from './time.js';\nimport * as board from './far/board.js';\nboard.show(now);\nfar = await import('./far/off.js');\n",
        ),
        (
            "far/board",
            "import { SQUARES as squares } from './squares.js';\nexport { SQUARES as all } from './squares.js';\nexport function show(at) {\n  squares(at);\n}\n",
        ),
        ("far/squares", "export const SQUARES = () => {};\n"),
        ("far/off", "import { now } from '../time.js';\nexport async function go() { await now; }\n"),
    ])?;
    insta::assert_snapshot!(files.iter().map(|(file, text)| format!("// {file}\n{text}")).collect::<String>(), @r#"
    // far/off
    import { $time } from '../frame.js';
    export let $far_off;
    {
    const { now } = $time;
    async function go() { await now; }
    $far_off = { go };
    }
    // frame
    export let $time;
    {
    const now = 1;
    $time = { now };
    }
    // game
    import { $time } from './frame.js';
    export let $far_squares;
    {
    const SQUARES = () => {};
    $far_squares = { SQUARES };
    }
    export let $far_board;
    {
    const { SQUARES: squares } = $far_squares;
    function show(at) {
      squares(at);
    }
    $far_board = { all: $far_squares.SQUARES, show };
    }
    export let $game;
    {
    const { now } = $time;
    const board = $far_board;
    board.show(now);
    far = (await import('./far/off.js')).$far_off;
    $game = {  };
    }
    "#);
    Ok(())
}

#[test]
fn what_cannot_be_told_apart_is_refused() {
    let plain = [("time", ""), ("game", ""), ("far/off", "")];
    assert!(files(&plain).is_ok());
    let refused = |path: &str, text: &str| {
        let others = plain.iter().filter(|(other, _)| *other != path).copied();
        match files(&others.chain([(path, text)]).collect::<Vec<_>>()) {
            Ok(files) => panic!("joined: {files:?}"),
            Err(error) => format!("{error:#}"),
        }
    };
    let reasons = [
        refused("game", "import { a } from './gone.js';"),
        refused("game", "import a from './time.js';"),
        refused("game", "import { a }"),
        refused("game", "import { a } from '../../a.js';"),
        refused("game", "import { a } from 'https://a.example/a.js';"),
        refused("game", "import { a } from './game.js';"),
        refused("game", "export default 1;"),
        refused("game", "export let a = 1;"),
        refused("game", "export * from './time.js';"),
        refused("far/off", "import { a } from '../game.js';"),
        refused("far/off", "later = await import('./more.js');"),
        refused("game", "later = await import('./time.js');\nlater = await import('./more.js');"),
        refused("alone", ""),
    ];
    insta::assert_snapshot!(reasons.join("\n"), @r#"
    there is no js/gone.js for js/game.js
    js/game.js: import a from './time.js';: neither a list of names nor `* as`
    js/game.js: import { a }: no address in quotes
    js/game.js: import { a } from '../../a.js';: outside of the scripts
    js/game.js: import { a } from 'https://a.example/a.js';: no relative address
    js/game.js imports itself: game
    js/game.js: export default 1;: neither a function nor a constant
    js/game.js: export let a = 1;: neither a function nor a constant
    js/game.js: export * from './time.js';: neither a function nor a constant
    js/game.js is wanted in both game.js and far/off.js: a shared file must have it (assets/scripts.rs)
    js/far/off.js: later = await import('./more.js');: only a module that is in no folder can load another later
    js/game.js loads js/time.js, which is no file (assets/scripts.rs)
    no page loads js/alone.js (assets/scripts.rs)
    "#);
}

#[test]
fn a_file_that_waits_for_one_that_needs_it_is_refused() {
    let waits = ("time", "const later = await import('./game.js');");
    let needs = ("game", "import { now } from './time.js';");
    let reason = files(&[waits, needs, ("far/off", "")]).unwrap_err().to_string();
    assert!(reason.starts_with("js/frame.js waits for js/game.js, which needs js/time.js"), "{reason}");
    let in_a_function = ("time", "async function more() {\n  return await import('./game.js');\n}");
    assert!(files(&[in_a_function, needs, ("far/off", "")]).is_ok());
}
