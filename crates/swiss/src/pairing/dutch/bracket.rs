//! One bracket: who was moved down into it, who belongs to it, and who is looked ahead to.

/// Places in the field, in its order.
#[derive(Debug, Clone)]
pub struct Bracket {
    /// Who was moved down, the residents, those of the next score group, and everybody else who is left.
    pub members: Vec<usize>,
    /// Where the residents begin.
    pub residents: usize,
    /// Where the next score group begins.
    pub next: usize,
    /// Where everybody else begins.
    pub deeper: usize,
    /// Whether everybody else is among the members.
    pub whole: bool,
}

impl Bracket {
    /// The pair of two members whose lower one is in this bracket, or in the one that follows.
    pub const fn place(&self, lower: usize) -> (bool, bool) {
        let current = lower >= self.residents && lower < self.next;
        (current, lower >= self.next && lower < self.deeper)
    }

    /// The bracket without everybody else.
    pub fn alone(&self) -> Bracket {
        Bracket { members: self.members[..self.deeper].to_vec(), whole: false, ..self.clone() }
    }

    /// The bracket without anybody else at all.
    pub fn closed(&self) -> Bracket {
        let members = self.members[..self.next].to_vec();
        Bracket { members, deeper: self.next, whole: false, ..self.clone() }
    }

    pub const fn is_resident(&self, member: usize) -> bool {
        member >= self.residents && member < self.next
    }
}
