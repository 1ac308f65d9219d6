use super::*;

#[test]
fn blocks_are_in_the_order_in_which_they_begin() {
    let at = |second| Timestamp::from_second(second).unwrap();
    // The second block has a game that ended before the last of the first.
    let blocks = [(0, [0, 10]), (4, [8, 20]), (8, [21, 30])];
    let blocks: Vec<_> = blocks.into_iter().map(|(first, ends)| Block { first, ends: ends.map(at) }).collect();
    let sorted_of = |order: EndOrder, after: Option<i64>, ended| {
        order.sort(blocks.clone(), after.map(at), ended).iter().map(|block| block.first).collect::<Vec<_>>()
    };
    let sorted = |order, after| sorted_of(order, after, Ended::default());
    let ended = |from: Option<i64>, before: Option<i64>| Ended { from: from.map(at), before: before.map(at) };
    assert_eq!(sorted_of(EndOrder::NewestFirst, None, ended(Some(10), Some(21))), [4, 0]);
    assert_eq!(sorted_of(EndOrder::OldestFirst, None, ended(Some(11), Some(22))), [4, 8]);
    assert_eq!(sorted(EndOrder::NewestFirst, None), [8, 4, 0]);
    assert_eq!(sorted(EndOrder::NewestFirst, Some(21)), [8, 4, 0]);
    assert_eq!(sorted(EndOrder::NewestFirst, Some(20)), [4, 0]);
    assert_eq!(sorted(EndOrder::OldestFirst, None), [0, 4, 8]);
    assert_eq!(sorted(EndOrder::OldestFirst, Some(11)), [4, 8]);
}

/// The numbers of a part, and the microsecond at which it ends.
fn part(order: EndOrder, ended_at: &[(i64, i32)], unread: Option<i64>, enough: usize) -> (Vec<i32>, Option<i64>) {
    let at = |second| order.place(Timestamp::from_second(second).unwrap());
    let read: Vec<_> =
        ended_at.iter().map(|&(second, number)| Candidate { place: at(second), number, name: None }).collect();
    let part = order.part(&read, unread.map(at), enough);
    let until = part.until.map(|until| match until {
        Until::End(at) => at.as_microsecond(),
        Until::Value(..) => panic!("{until:?}"),
    });
    (part.numbers, until)
}

#[test]
fn a_part_has_all_that_ended_before_or_in_the_same_second_as_its_last() {
    let games = [(30, 1), (10, 2), (20, 3), (20, 4), (40, 5)];
    let newest = |unread, enough| part(EndOrder::NewestFirst, &games, unread, enough);
    let oldest = |unread, enough| part(EndOrder::OldestFirst, &games, unread, enough);
    assert_eq!(newest(None, 2), (vec![1, 5], Some(30_000_000)), "from the 30th second on");
    assert_eq!(oldest(None, 2), (vec![2, 3, 4], Some(21_000_000)), "before the 21st");
    assert_eq!(newest(None, 5), (vec![1, 2, 3, 4, 5], None));
    assert_eq!(newest(None, 9), (vec![1, 2, 3, 4, 5], None));
    assert_eq!(newest(Some(20), 9), (vec![1, 5], Some(21_000_000)), "in the 20th there may be others");
    assert_eq!(oldest(Some(20), 9), (vec![2], Some(20_000_000)));
    assert_eq!(oldest(Some(50), 9), (vec![1, 2, 3, 4, 5], Some(50_000_000)), "there are more");
}

#[test]
fn candidates_are_left_out_that_ended_at_other_times() {
    let at = |second| Timestamp::from_second(second).unwrap();
    let block = Block { first: 7, ends: [at(10), at(40)] };
    let ends = to_bytes([10, 20, 30, 40].map(at));
    let of = |order: EndOrder, ends: Option<&[u8]>, after: Option<i64>, from: Option<i64>, before: Option<i64>| {
        let ended = Ended { from: from.map(at), before: before.map(at) };
        let wanted = Wanted { after: after.map(at), ended };
        let of_games = OfGames { ends, names: None };
        let candidates = order.candidates(&block, of_games, vec![7, 8, 9, 10], wanted);
        candidates.iter().map(|each| each.number).collect::<Vec<_>>()
    };
    assert_eq!(
        EndOrder::NewestFirst.times([EndOrder::NewestFirst.place(at(20)), EndOrder::NewestFirst.place(at(10))]),
        [10, 21].map(at)
    );
    assert_eq!(of(EndOrder::NewestFirst, Some(&ends), None, None, None), [7, 8, 9, 10]);
    assert_eq!(of(EndOrder::NewestFirst, Some(&ends), Some(20), None, None), [7, 8]);
    assert_eq!(of(EndOrder::OldestFirst, Some(&ends), Some(21), None, None), [9, 10]);
    assert_eq!(of(EndOrder::OldestFirst, Some(&ends), None, Some(20), Some(35)), [8, 9]);
    assert_eq!(of(EndOrder::OldestFirst, None, Some(21), Some(20), Some(35)), [7, 8, 9, 10], "not known");
}
