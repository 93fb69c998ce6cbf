//! Pairs a bracket without those below: if any downfloaters can certainly be paired there, a slot for each is enough.

use super::super::matching::{Bits, Matching, Plain, duals};
use super::Bracket;
use super::criteria::{ByeRule, Criteria};
use super::kinds::Kinds;
use super::order::Order;
use super::others;
use super::pairer::{Paired, Pairer, Table, fits};
use super::player::Field;

/// Pairs a bracket without those below; `None` if they have to be considered.
pub fn pair(field: &Field, bracket: &Bracket, bye: Option<&ByeRule>) -> Option<Paired> {
    let last = bracket.next == bracket.members.len();
    if !last && !others::get_the_bye(field, bracket, bye) {
        return None;
    }
    let core = Bracket { whole: last, ..bracket.closed() };
    let criteria = Criteria::new(field, &core, bye);
    let mut places = bracket.next % 2;
    loop {
        let found =
            of_width!(criteria.places.fields(), K => best::<K>(field, &core, &criteria, places))?;
        match found {
            Found::Pairs(pairs) => {
                let can = last || others::can_be_paired(field, bracket, &pairs, bye);
                let mates = (0..=bracket.members.len()).collect();
                return can.then_some(Paired { pairs, mates });
            }
            Found::MoreFloat(more) if !last && more > 0 => places += more,
            Found::MoreFloat(_) | Found::TooLarge => return None,
        }
    }
}

/// The result of matching members and a number of slots for downfloaters.
enum Found {
    Pairs(Vec<(usize, usize)>),
    /// This many more float than there were slots.
    MoreFloat(usize),
    /// Too large for a weighted matching.
    TooLarge,
}

fn best<const K: usize>(
    field: &Field,
    core: &Bracket,
    criteria: &Criteria<'_>,
    places: usize,
) -> Found {
    let kinds = Kinds::<K>::new(field, criteria, &core.members, core.residents, places);
    let groups = criteria.groups(&core.members[..core.residents]);
    let count = kinds.count();
    let order = |plain| Order::new(plain, core.residents, core.next, count, groups.clone());
    let mut begun = None;
    if kinds.sizes.len() * 2 <= count
        && let Some(duals) = duals(&kinds.sizes, &kinds.weights)
    {
        let mut plain = Plain::new(kinds.tight(&duals));
        if plain.solve() == 0 {
            return Found::Pairs(order(plain).pair());
        }
        begun = Some((kinds.spread(&duals), plain));
    }
    if !fits::<K>(count) {
        return Found::TooLarge;
    }
    let bracket = Bracket { deeper: count, ..core.clone() };
    let table = Table::new(&bracket, count, |higher, lower| kinds.weight(higher, lower));
    let weight = |one, other| table.or_nothing(one, other);
    let mut matching = match begun {
        Some((duals, plain)) => {
            let pairs = (0..count).filter_map(|one| Some((one, plain.mate(one)?)));
            Matching::going_on(count, weight, &duals, pairs.filter(|pair| pair.0 < pair.1))
        }
        None => Matching::new(count, weight),
    };
    matching.solve();
    let left = |one: &usize| {
        let mate = matching.mate(*one);
        table.get((*one).min(mate), (*one).max(mate)).is_none()
    };
    let left = (0..count).filter(left).count();
    if left > 0 {
        return Found::MoreFloat(left);
    }
    if matching.has_no_blossom() {
        return Found::Pairs(order(tight(&table, &matching, count)).pair());
    }
    Found::Pairs(Pairer::new(&bracket, table, matching, groups).pair().pairs)
}

/// The graph of the pairs with zero slack, and the matching in it.
fn tight<const K: usize>(table: &Table<K>, matching: &Matching<K>, count: usize) -> Plain {
    let joined = |one: usize, other: usize| {
        table.get(one.min(other), one.max(other)).is_some() && matching.is_tight(one, other)
    };
    let row = |one: usize| Bits::of(count, (0..count).filter(|other| joined(one, *other)));
    let mut plain = Plain::new((0..count).map(row).collect());
    for vertex in 0..count {
        plain.marry(vertex, matching.mate(vertex));
    }
    plain
}
