//! How requests become pages, whatever they are about: the frame of all pages, forms, error pages, times as their reader
//! writes them, and the streams of pages that renew themselves.

pub mod atom;
pub mod body;
pub mod deletion;
pub mod description;
pub mod download;
pub mod error_page;
pub mod etag;
pub mod form;
pub mod live;
pub mod moment;
pub mod opening;
pub mod page;
pub mod paging;
pub mod prose;
pub mod public_list;
pub mod rate_limited;
pub mod reading;
pub mod request_log;
pub mod request_rate;
pub mod saved_form;
pub mod search;
pub mod search_error;
pub mod times;
pub mod title;
pub mod visibility;
pub mod visitor;
