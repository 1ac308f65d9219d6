//! How games end, and who misses turns before they do.
