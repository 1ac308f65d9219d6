//! Several names in a sentence.

/// `a`, `a and b`, `a, b and c`.
pub fn all_of<T: AsRef<str>>(names: &[T]) -> String {
    listed(names, " and ")
}

/// `a`, `a or b`, `a, b or c`.
pub fn one_of<T: AsRef<str>>(names: &[T]) -> String {
    listed(names, " or ")
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
