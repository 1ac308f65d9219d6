//! Several names in a sentence, and lists of many pages.

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
