//! Circles among things that need each other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Who needs whom, by name.
#[derive(Default)]
pub struct Graph<'a>(BTreeMap<&'a str, BTreeSet<&'a str>>);

impl<'a> Graph<'a> {
    pub fn new(edges: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut graph = Self::default();
        for (from, to) in edges.filter(|(from, to)| from != to) {
            graph.0.entry(from).or_default().insert(to);
        }
        graph
    }

    /// The shortest path from one to another, both included.
    fn path(&self, from: &'a str, to: &'a str) -> Option<Vec<&'a str>> {
        let (mut came_from, mut waiting) = (BTreeMap::new(), VecDeque::from([from]));
        while let Some(at) = waiting.pop_front() {
            if at == to {
                let mut path: Vec<_> =
                    std::iter::successors(Some(to), |at| (*at != from).then(|| came_from[at])).collect();
                path.reverse();
                return Some(path);
            }
            for next in self.0.get(at).into_iter().flatten() {
                if *next != from && !came_from.contains_key(next) {
                    came_from.insert(*next, at);
                    waiting.push_back(*next);
                }
            }
        }
        None
    }

    /// Of every circle of circles the shortest that passes an edge of the kind that is asked for, first and last the same.
    pub fn circles(&self, counts: impl Fn(&str, &str) -> bool) -> Vec<Vec<&'a str>> {
        let edges = self.0.iter().flat_map(|(from, tos)| tos.iter().map(move |to| (*from, *to)));
        let mut circles: Vec<Vec<_>> = edges
            .filter(|(from, to)| counts(from, to))
            .filter_map(|(from, to)| {
                let back = self.path(to, from)?;
                Some(std::iter::once(from).chain(back).collect())
            })
            .collect();
        circles.sort_by_key(Vec::len);
        let mut told: Vec<Vec<_>> = Vec::new();
        for circle in circles {
            let is_known =
                |known: &Vec<_>| self.path(known[0], circle[0]).is_some() && self.path(circle[0], known[0]).is_some();
            if !told.iter().any(is_known) {
                told.push(circle);
            }
        }
        told
    }
}
