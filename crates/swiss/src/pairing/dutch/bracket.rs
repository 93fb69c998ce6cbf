//! A bracket: moved-down players, residents, and those below.

/// Members are indices into the field, in its order.
#[derive(Debug, Clone)]
pub struct Bracket {
    /// The moved-down players, the residents, those of the next score group, and everybody else.
    pub members: Vec<usize>,
    /// The index of the first resident.
    pub residents: usize,
    /// The index of the first member of the next score group.
    pub next: usize,
    /// The index of the first of everybody else.
    pub deeper: usize,
    /// Whether everybody else is among the members.
    pub whole: bool,
}

impl Bracket {
    /// Whether a pair with this lower member is in this bracket, and whether it is in the next one.
    pub const fn place(&self, lower: usize) -> (bool, bool) {
        let current = lower >= self.residents && lower < self.next;
        (current, lower >= self.next && lower < self.deeper)
    }

    /// The bracket without everybody else.
    pub fn alone(&self) -> Bracket {
        Bracket { members: self.members[..self.deeper].to_vec(), whole: false, ..self.clone() }
    }

    /// The bracket without the next score group and everybody else.
    pub fn closed(&self) -> Bracket {
        let members = self.members[..self.next].to_vec();
        Bracket { members, deeper: self.next, whole: false, ..self.clone() }
    }

    pub const fn is_resident(&self, member: usize) -> bool {
        member >= self.residents && member < self.next
    }
}
