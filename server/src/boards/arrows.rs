//! Arrows on a board: turns that were not made, with their numbers.

/// A turn drawn as an arrow from square to square, with a ring where the duck goes.
pub struct Arrow {
    /// From 1, the one that matters most.
    pub rank: usize,
    /// Its outline.
    pub path: String,
    /// The centre of its number.
    pub number: (i32, i32),
    /// The centre of the duck's square.
    pub duck: Option<(i32, i32)>,
}

/// Where an arrow goes: the centres of squares.
#[derive(Clone, Copy)]
pub struct Course {
    /// Of the square where it begins.
    pub from: (i32, i32),
    /// Of the one where it ends.
    pub to: (i32, i32),
    /// Of the one where the duck goes.
    pub duck: Option<(i32, i32)>,
}

/// Half the width of the shaft, and of the head, where a square is 100 wide.
const SHAFT: f64 = 9.0;
const HEAD: f64 = 27.0;
/// The length of the head.
const POINT: f64 = 40.0;
/// The radius of a number, with some air.
const NUMBER: f64 = 22.0;

/// The arrows of turns, the one that matters most first. `scale`: how many times wider than 100 a square is.
///
/// They come the other way round, so that none hides one that matters more; numbers are to be drawn above all of them.
pub fn arrows(courses: &[Course], scale: f64) -> Vec<Arrow> {
    let mut numbers: Vec<(f64, f64)> = Vec::new();
    let mut arrows = Vec::new();
    for (course, rank) in courses.iter().zip(1..) {
        let line = Line::new(course, scale);
        let (x, y) = line.place_of_number(&numbers);
        numbers.push((x, y));
        let number = (x.round() as i32, y.round() as i32);
        arrows.push(Arrow { rank, path: line.outline(), number, duck: course.duck });
    }
    arrows.reverse();
    arrows
}

/// The middle of an arrow, from its tail to its point.
struct Line {
    from: (f64, f64),
    length: f64,
    /// One unit from tail to point.
    along: (f64, f64),
    scale: f64,
}

impl Line {
    fn new(course: &Course, scale: f64) -> Self {
        let [from, to] = [course.from, course.to].map(|(x, y)| (f64::from(x), f64::from(y)));
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
        Self { from, length, along: ((to.0 - from.0) / length, (to.1 - from.1) / length), scale }
    }

    /// A point so far from the tail, and so far to the right.
    fn at(&self, along: f64, aside: f64) -> (f64, f64) {
        let (x, y) = self.along;
        (self.from.0 + along * x - aside * y, self.from.1 + along * y + aside * x)
    }

    fn outline(&self) -> String {
        let [shaft, head, point] = [SHAFT, HEAD, POINT].map(|size| size * self.scale);
        let neck = self.length - point;
        let points = [
            (0.0, shaft),
            (neck, shaft),
            (neck, head),
            (self.length, 0.0),
            (neck, -head),
            (neck, -shaft),
            (0.0, -shaft),
        ];
        let points = points.map(|(along, aside)| {
            let (x, y) = self.at(along, aside);
            format!("{x:.0} {y:.0}")
        });
        format!("M{}Z", points.join("L"))
    }

    /// Where its number stands: behind the head, so that it hides no piece; nearer to the tail or beside the arrow, if another
    /// number is there.
    fn place_of_number(&self, taken: &[(f64, f64)]) -> (f64, f64) {
        let radius = NUMBER * self.scale;
        let behind_head = self.length - (POINT + NUMBER) * self.scale;
        let is_free = |&(x, y): &(f64, f64)| {
            taken.iter().all(|&(other_x, other_y)| (x - other_x).hypot(y - other_y) >= 2.0 * radius)
        };
        let on_line = (0..).map(|step| behind_head - radius * f64::from(step)).take_while(|&along| along >= 0.0);
        let beside = [1.0, -1.0, 2.0, -2.0].map(|times| (behind_head, 2.0 * radius * times));
        let places = on_line.map(|along| (along, 0.0)).chain(beside).map(|(along, aside)| self.at(along, aside));
        places.into_iter().find(is_free).unwrap_or_else(|| self.at(behind_head, 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From square to square of a board seen by White.
    fn course(from: &str, to: &str) -> Course {
        let [from, to] = [from, to].map(|name| {
            let name = name.as_bytes();
            (i32::from(name[0] - b'a') * 100 + 50, i32::from(b'8' - name[1]) * 100 + 50)
        });
        Course { from, to, duck: None }
    }

    fn numbers(courses: &[(&str, &str)]) -> Vec<(i32, i32)> {
        let courses: Vec<_> = courses.iter().map(|(from, to)| course(from, to)).collect();
        arrows(&courses, 1.0).iter().rev().map(|arrow| arrow.number).collect()
    }

    #[test]
    fn an_arrow_ends_at_the_centre_of_its_square() {
        let [arrow] = &arrows(&[course("e2", "e4")], 1.0)[..] else { panic!("there is one") };
        assert_eq!(arrow.path, "M459 650L459 490L477 490L450 450L423 490L441 490L441 650Z");
    }

    #[test]
    fn its_number_is_behind_its_head() {
        assert_eq!(numbers(&[("e2", "e4")]), [(450, 512)]);
        assert_eq!(numbers(&[("e4", "f4")]), [(488, 450)]);
    }

    #[test]
    fn no_number_hides_another() {
        for courses in [
            // The same piece move with three ducks.
            [("e2", "e4"), ("e2", "e4"), ("e2", "e4")],
            [("e2", "e3"), ("e2", "e3"), ("e2", "e3")],
            // One over the other.
            [("a1", "a3"), ("a1", "a4"), ("a1", "a8")],
            // To one square from beside each other, and from one.
            [("d2", "e4"), ("e2", "e4"), ("f2", "e4")],
            [("e1", "d2"), ("e1", "e2"), ("e1", "f2")],
            [("b1", "a3"), ("b1", "c3"), ("a1", "b1")],
        ] {
            let numbers = numbers(&courses);
            for (at, one) in numbers.iter().enumerate() {
                for other in &numbers[at + 1..] {
                    let apart = f64::from(one.0 - other.0).hypot(f64::from(one.1 - other.1));
                    assert!(apart >= 2.0 * NUMBER - 1.5, "{courses:?}: {numbers:?}");
                }
            }
        }
    }
}
