//! Several names in a sentence, and lists of many pages.

use crate::web::public_list::ListOrder;

/// `a`, `a and b`, `a, b and c`.
pub fn all_of<T: AsRef<str>>(names: &[T]) -> String {
    listed(names, " and ")
}

/// `a`, `a or b`, `a, b or c`.
pub fn one_of<T: AsRef<str>>(names: &[T]) -> String {
    listed(names, " or ")
}

/// A list is not so long, or what was asked for is no number of a page.
pub fn no_page(number: Option<i64>) -> String {
    match number {
        Some(number) => format!("This list has no page {number}."),
        None => "This list has no such page.".to_owned(),
    }
}

/// What the orders of public collections are called.
pub const ORDERS_OF_COLLECTIONS: [(ListOrder, &str); 3] =
    [(ListOrder::Latest, "Newest"), (ListOrder::Largest, "Most games"), (ListOrder::Name, "Name")];

/// What the orders of public studies are called.
pub const ORDERS_OF_STUDIES: [(ListOrder, &str); 3] =
    [(ListOrder::Latest, "Last changed"), (ListOrder::Largest, "Most chapters"), (ListOrder::Name, "Name")];

fn listed<T: AsRef<str>>(names: &[T], last_joint: &str) -> String {
    let mut list = String::new();
    for (n, name) in names.iter().enumerate() {
        list += match n {
            0 => "",
            n if n + 1 == names.len() => last_joint,
            _ => ", ",
        };
        list += name.as_ref();
    }
    list
}
