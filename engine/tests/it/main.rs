//! What an engine finds, and how.
