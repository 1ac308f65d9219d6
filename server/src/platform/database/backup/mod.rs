//! Backups by PostgreSQL's own means: copies of its files while it runs, checked after writing, and an archive of its
//! write-ahead log (WAL), with which a copy can be brought to any instant after it. Nothing here knows what the tables hold:
//! the caller that restores says what to look at.
//!
//! ```text
//! FOLDER/
//!   backup.lock             held by the one command that writes here
//!   20261123T120000Z/       a backup; `.unfinished` at its end as long as it is not whole
//!     base/                   the files, as pg_basebackup writes them
//!     mallard-backup.json     what it holds, written last
//!   wal/                    the archive: a segment a file, compressed; histories of timelines as they are
//!   wal-source              the data folder whose PostgreSQL fills it
//! ```
//!
//! One file a question: `folder.rs` which backups there are, `description.rs` what one says of itself, `take.rs` how one is
//! made, `wal.rs` what an archive holds, `archive.rs` how it is filled, `restore.rs` and `recovery.rs` how both become a
//! database again, `client.rs` how PostgreSQL's programs are asked, `space.rs` whether there is room.

mod archive;
mod client;
mod description;
mod folder;
mod recovery;
mod restore;
mod space;
mod take;
mod unfinished;
mod wal;

pub use archive::archive_settings;
pub use description::Description;
pub use folder::age_of_newest;
pub use restore::{Restored, Source, into_data_folder, into_new_folder};
pub use take::{Taken, take};
