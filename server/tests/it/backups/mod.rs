//! Restore drills: people play, a backup is made, everything is deleted, and comes back: to the last commit, to an instant,
//! and from the backup alone. And what cannot be backed up or restored, with what is said about it.

mod drill;
mod place;
mod refused;
