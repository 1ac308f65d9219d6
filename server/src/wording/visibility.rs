//! Who may look at what a player makes here.

/// Seen by its owner.
pub const PRIVATE: &str = "Private";
/// Seen by whoever knows the address.
pub const BY_LINK: &str = "By link";
/// Seen by everybody.
pub const PUBLIC: &str = "Public";
/// A choice that is none.
pub const NOT_CHOSEN: &str = "Choose who can see it.";

/// What each of the three means, in a sentence.
#[derive(Clone, Copy, Debug)]
pub struct WhoSeesIt {
    /// Of what is private.
    pub private: &'static str,
    /// Of what is seen by whoever knows the address.
    pub by_link: &'static str,
    /// Of what everybody sees.
    pub public: &'static str,
}
