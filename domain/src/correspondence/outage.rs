//! Times in which nobody could reach the site: they are nobody's fault, so no clock runs in them.

use jiff::Timestamp;

/// A time in which the site was down: from an instant until just before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When it was last known to be up.
    pub from: Timestamp,
    /// When it was up again.
    pub until: Timestamp,
}
