//! What an engine finds, and how.

mod duchess;
