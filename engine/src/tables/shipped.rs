//! The tables that are part of the program.

use std::sync::LazyLock;

use super::{Table, Tables};

/// Two kings, with one man more or none.
static SHIPPED: LazyLock<Tables> = LazyLock::new(|| {
    let files: [&[u8]; 6] = [
        include_bytes!("shipped/KvK.table"),
        include_bytes!("shipped/KQvK.table"),
        include_bytes!("shipped/KRvK.table"),
        include_bytes!("shipped/KBvK.table"),
        include_bytes!("shipped/KNvK.table"),
        include_bytes!("shipped/KPvK.table"),
    ];
    // A test reads every one of them; without a table the engine would have to think for itself.
    files.into_iter().filter_map(|file| Table::from_bytes(file).ok()).collect()
});

/// The tables of all endings of three men and of bare kings. They are decompressed at the first call.
pub fn shipped() -> &'static Tables {
    &SHIPPED
}
