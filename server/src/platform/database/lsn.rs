//! Places in the WAL.

use std::fmt;
use std::str::FromStr;

use anyhow::anyhow;
use serde::{Deserialize, Serialize};

/// A place in the WAL, in bytes from its beginning. As text `1/8D000028`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Lsn(pub u64);

impl Lsn {
    /// The number of the file of the WAL that it is in.
    pub(super) fn segment(self, segment_bytes: u64) -> u64 {
        self.0 / segment_bytes.max(1)
    }
}

impl FromStr for Lsn {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let bad = || anyhow!("{text:?} is no place in the WAL");
        let (high, low) = text.split_once('/').ok_or_else(bad)?;
        let part = |text| u32::from_str_radix(text, 16).map_err(|_| bad());
        Ok(Self(u64::from(part(high)?) << 32 | u64::from(part(low)?)))
    }
}

impl fmt::Display for Lsn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}/{:X}", self.0 >> 32, self.0 & 0xFFFF_FFFF)
    }
}

impl TryFrom<String> for Lsn {
    type Error = anyhow::Error;

    fn try_from(text: String) -> anyhow::Result<Self> {
        text.parse()
    }
}

impl From<Lsn> for String {
    fn from(lsn: Lsn) -> Self {
        lsn.to_string()
    }
}
