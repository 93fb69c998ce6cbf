//! Ladders: everybody has a place, and takes a higher one by beating who has it.

/// The rules of a stage. Numbers of days are whole ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// How many places above the own one may be challenged.
    pub reach: u32,
    /// The days to answer a challenge.
    pub answer_days: u32,
    /// The days to play after a challenge was accepted.
    pub play_days: u32,
    /// The days after a challenge before the same two may meet again.
    pub apart_days: u32,
    /// Whether who refuses a challenge, or does not answer, loses the place to the challenger.
    pub forfeits: bool,
    /// The days without a game after which somebody falls; 0 for never.
    pub idle_days: u32,
    /// How many places they fall.
    pub fall: u32,
    /// The days after which the ladder ends; 0 if officials end it.
    pub days: u32,
    /// Whether the first places follow the order of registration, not the seeds.
    pub by_registration: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            reach: 3,
            answer_days: 3,
            play_days: 7,
            apart_days: 14,
            forfeits: true,
            idle_days: 0,
            fall: 1,
            days: 0,
            by_registration: false,
        }
    }
}

/// The places of a ladder. Those who left come after all others, who left first the last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places<T> {
    /// From the first place to the last.
    pub line: Vec<T>,
    /// Those who left, the latest first.
    pub left: Vec<T>,
}

impl<T: Copy + PartialEq> Places<T> {
    pub const fn new(line: Vec<T>) -> Places<T> {
        Places { line, left: Vec::new() }
    }

    /// Somebody's place, from 0; `None` for who left or was never there.
    pub fn place_of(&self, one: T) -> Option<usize> {
        self.line.iter().position(|other| *other == one)
    }

    /// Everybody, those who left last.
    pub fn all(&self) -> impl Iterator<Item = T> {
        self.line.iter().chain(&self.left).copied()
    }

    /// Takes the last place, also after having left.
    pub fn enter(&mut self, one: T) {
        self.left.retain(|other| *other != one);
        if self.place_of(one).is_none() {
            self.line.push(one);
        }
    }

    /// Those below move up.
    pub fn leave(&mut self, one: T) {
        if let Some(at) = self.place_of(one) {
            self.line.remove(at);
            self.left.insert(0, one);
        }
    }

    /// Takes the place of somebody above; those between move down by one.
    pub fn overtake(&mut self, winner: T, beaten: T) {
        let (Some(own), Some(other)) = (self.place_of(winner), self.place_of(beaten)) else {
            return;
        };
        if other < own {
            self.line[other..=own].rotate_right(1);
        }
    }

    /// Those who `falls` names fall by so many places at once: who falls beside others keeps the order among them.
    pub fn fall(&mut self, by: usize, falls: impl Fn(T) -> bool) {
        let mut keyed: Vec<((usize, bool), T)> = self
            .line
            .iter()
            .enumerate()
            .map(|(at, one)| match falls(*one) {
                true => ((at.saturating_add(by), true), *one),
                false => ((at, false), *one),
            })
            .collect();
        keyed.sort_by_key(|(key, _)| *key);
        self.line = keyed.into_iter().map(|(_, one)| one).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn a_winner_takes_the_place_and_those_between_move_down() {
        let mut places = Places::new(vec!['a', 'b', 'c', 'd', 'e']);
        places.overtake('d', 'b');
        assert_eq!(places.line, ['a', 'd', 'b', 'c', 'e']);
        places.overtake('a', 'e');
        assert_eq!(places.line, ['a', 'd', 'b', 'c', 'e'], "a higher place is kept");
    }

    #[test]
    fn who_falls_together_keeps_the_order_and_nobody_falls_below_the_last() {
        let mut places = Places::new(vec!['a', 'b', 'c', 'd']);
        places.fall(2, |one| one == 'a');
        assert_eq!(places.line, ['b', 'c', 'a', 'd']);
        places.fall(1, |one| one == 'd');
        assert_eq!(places.line, ['b', 'c', 'a', 'd']);
        places.fall(1, |_| true);
        assert_eq!(places.line, ['b', 'c', 'a', 'd']);
    }

    #[test]
    fn who_left_is_behind_all_others_and_enters_at_the_end() {
        let mut places = Places::new(vec!['a', 'b', 'c']);
        places.leave('a');
        places.leave('b');
        assert!(places.all().eq(['c', 'b', 'a']));
        places.enter('a');
        assert!(places.all().eq(['c', 'a', 'b']));
    }
}
