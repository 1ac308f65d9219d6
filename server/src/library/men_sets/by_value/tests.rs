use super::*;

fn after(value: i32, game: &str) -> Option<After> {
    Some(After { value, game: GameId::read(game).unwrap() })
}

fn sorted(order: ValueOrder, after: Option<After>, range: Option<Range>) -> ByValue {
    let blocks = [(0, vec![40, 9, 100_000, 12], vec![0, 1, 2]), (4, vec![40, 70], vec![4, 5])];
    let to_bytes = |values: Vec<i32>| to_bytes(&values.into_iter().map(Some).collect::<Vec<_>>());
    let blocks: Vec<_> = blocks.map(|(first, values, numbers)| (first, to_bytes(values), numbers)).into();
    let blocks = blocks.iter().map(|(first, values, numbers)| (*first, &values[..], Found::of(numbers.clone())));
    ByValue::of(Vec::new(), blocks, (order, after), range)
}

/// The numbers of the candidates of a part, lowest first.
fn numbers_of(part: &Part) -> Vec<i32> {
    let mut numbers: Vec<_> =
        part.numbers.iter().copied().chain(part.rated.iter().map(|(number, _)| *number)).collect();
    numbers.sort_unstable();
    numbers
}

/// The numbers, those that tie together.
fn numbers(mut by_value: ByValue) -> Vec<Vec<i32>> {
    let mut parts = Vec::new();
    loop {
        let part = by_value.take(0);
        parts.push(numbers_of(&part));
        if part.until.is_none() {
            return parts;
        }
    }
}

#[test]
fn candidates_are_in_the_order_of_what_the_blocks_say() {
    let numbers = |order, after, range| numbers(sorted(order, after, range));
    assert_eq!(numbers(ValueOrder::Longest, None, None), [vec![2], vec![5], vec![0, 4], vec![1]]);
    assert_eq!(numbers(ValueOrder::Shortest, None, None), [vec![1], vec![0, 4], vec![5], vec![2]]);
    assert_eq!(numbers(ValueOrder::Rating, after(40, "aaa"), None), [vec![0, 4], vec![1]]);
    assert_eq!(numbers(ValueOrder::Shortest, after(41, "aaa"), None), [[5], [2]]);
    assert_eq!(numbers(ValueOrder::Shortest, after(i32::MAX, "aaa"), None), [[2]], "it may be as long");
    assert_eq!(numbers(ValueOrder::Longest, None, Some(Range { from: 40, to: 70 })), [vec![5], vec![0, 4]]);
    assert_eq!(numbers(ValueOrder::Longest, after(1, "aaa"), None), [vec![0; 0]]);
}

#[test]
fn a_part_has_all_games_that_are_as_long_as_its_last() {
    let mut by_value = sorted(ValueOrder::Longest, None, None);
    let mut part = |enough| {
        let part = by_value.take(enough);
        (numbers_of(&part), part.since, part.until)
    };
    let bound = |value| Some(Until::Value(value, String::new()));
    assert_eq!(part(2), (vec![2, 5], None, bound(70)));
    assert_eq!(part(2), (vec![0, 4], bound(70), bound(40)), "there is always more, and none is there twice");
    assert_eq!(part(100), (vec![1], bound(40), None));
    let mut shortest = sorted(ValueOrder::Shortest, None, None);
    assert_eq!(shortest.take(1).until, Some(Until::Value(10, String::new())));
}

/// Games that are as long as each other, with these names.
fn of_names(order: ValueOrder, after: Option<After>, names: &[&str]) -> ByValue {
    let values = to_bytes(&vec![Some(40); names.len()]);
    let numbers = (0..).take(names.len()).collect();
    ByValue::of(Vec::new(), [(0, &values[..], Found::of(numbers))].into_iter(), (order, after), None)
}

#[test]
fn games_that_tie_come_in_the_order_in_which_their_names_begin() {
    let names = ["abc1", "xyz1", "abd1", "abc2", "zzz1", "0001", "0002"];
    let parts = |order, after| {
        let mut by_value = of_names(order, after, &names);
        by_value.initials = Some(OfBlocks::of_names(&names));
        let mut part = |enough| {
            let part = by_value.take(enough);
            let bound = part.until.clone().map(|until| match until {
                Until::Value(40, name) => name,
                other => panic!("{other:?}"),
            });
            (numbers_of(&part).into_iter().map(|number| names[number as usize]).collect::<Vec<_>>(), bound)
        };
        [part(2), part(4), part(8)].map(|(games, bound)| (games.join(" "), bound.unwrap_or_default()))
    };
    let part = |games: &str, bound: &str| (games.to_owned(), bound.to_owned());
    let falling = parts(ValueOrder::Longest, None);
    assert_eq!(falling, [part("xyz1 zzz1", "xyz"), part("abc1 abd1 abc2", "abc"), part("0001 0002", "")]);
    let rising = parts(ValueOrder::Shortest, None);
    assert_eq!(rising, [part("0001 0002", "001"), part("abc1 abc2", "abd"), part("xyz1 abd1 zzz1", "")]);
    let later = parts(ValueOrder::Shortest, after(40, "abc1"));
    assert_eq!(later, [part("abc1 abc2", "abd"), part("xyz1 abd1 zzz1", ""), part("", "")]);
}

#[test]
fn initials_are_read_where_many_tie() {
    let has_too_many = |games, enough| {
        let by_value = of_names(ValueOrder::Longest, None, &vec!["abc1"; games]);
        by_value.end(enough).is_some_and(|end| end.has_too_many)
    };
    assert!(!has_too_many(200, 100), "twice as many as are wanted are read");
    assert!(has_too_many(201, 100));
    assert!(!has_too_many(201, 300), "all are wanted");
    assert!(sorted(ValueOrder::Longest, None, None).end(1).is_some_and(|end| !end.has_too_many));
}

#[test]
fn a_game_whose_name_is_not_known_is_in_every_part() {
    let mut by_value = of_names(ValueOrder::Longest, None, &["abc1", "abd1", "abe1", "abf1"]);
    by_value.initials = Some(OfBlocks::of_names(&["abc1", "abd1", "abe1"]));
    let parts = [1, 2, 3].map(|enough| numbers_of(&by_value.take(enough)));
    assert_eq!(parts, [vec![2, 3], vec![0, 1, 3], vec![3]]);
}

#[test]
fn a_game_that_was_still_to_be_rated_is_in_every_part() {
    let values = to_bytes(&[Some(1500), None, Some(1600)]);
    let blocks = [(0, &values[..], Found::of(vec![0, 1, 2]))].into_iter();
    let mut by_value = ByValue::of(Vec::new(), blocks, (ValueOrder::Rating, None), None);
    let until = Some(Until::Value(1600, String::new()));
    let first = Part { numbers: vec![1], rated: vec![(2, 1600)], since: None, until: until.clone() };
    assert_eq!(by_value.take(1), first);
    assert_eq!(by_value.take(8), Part { numbers: vec![1], rated: vec![(0, 1500)], since: until, until: None });
}
