//! Conditional turns, told as stories.
