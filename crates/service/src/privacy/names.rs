//! The names of a player that an actor knows, and their replacement in comments and tags.

use adjutant_store::players::{self, PlayerRowState};
use adjutant_store::profiles::{self, with_merged_players};
use adjutant_store::{AnyConnection, account_deletion, labels, members};
use salpakan::record::Annotations;

use super::super::Result;
use super::super::access::{Act, ActTarget, Actor, Credential, require};

/// The names of a player and of all merged into them, as visible to `seer`: handles and names in
/// records; on rosters, if they may read it; in profiles, their own or public ones.
pub(super) fn known_names(
    conn: &mut AnyConnection,
    seer: &Actor,
    player: i32,
) -> Result<Vec<String>> {
    let everybody = with_merged_players(conn, player)?;
    let all = seer.player == Some(player) || seer.credential == Credential::Command;
    let mut names = account_deletion::written_player_names(conn, &everybody)?;
    names.extend(players::by_ids(conn, &everybody)?.into_iter().map(|one| one.name));
    for (organisation, name) in members::real_names(conn, &everybody)? {
        if all || reads_roster(conn, seer, organisation)? {
            names.push(name);
        }
    }
    for id in everybody {
        let row = players::by_id(conn, id)?;
        let public = |row: players::PlayerRow| {
            !row.privacy.is_private() && row.state == PlayerRowState::Ordinary
        };
        let public = all || row.is_some_and(public);
        let profile = profiles::for_player(conn, id)?;
        if public {
            names.push(profile.display_name);
        }
        if public && (all || profile.real_name_public != 0) {
            names.push(profile.real_name);
        }
    }
    Ok(names)
}

/// Whether somebody may read the members and rating lists of an organisation.
pub(crate) fn reads_roster(
    conn: &mut AnyConnection,
    seer: &Actor,
    organisation: i32,
) -> Result<bool> {
    let demanded = labels::demands_second_factor(conn, organisation)?;
    Ok(require(seer, Act::ReadRoster, ActTarget::Organisation(organisation), demanded).is_ok())
}

/// Names of a deleted person, and their replacement.
pub struct Replacing {
    /// The longest first, so that full names are replaced before their parts.
    names: Vec<Vec<char>>,
    by: String,
}

impl Replacing {
    /// Names of one character are ignored, because they would match everywhere.
    pub fn new(names: Vec<String>, by: &str) -> Replacing {
        let mut names: Vec<Vec<char>> = names
            .iter()
            .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect())
            .filter(|name: &Vec<char>| name.len() > 1)
            .collect();
        names.sort_unstable_by_key(|name| std::cmp::Reverse(name.len()));
        names.dedup();
        Replacing { names, by: by.to_owned() }
    }

    /// The annotations without the names; `None` if they contain none.
    pub fn within(&self, noted: &Annotations) -> Option<Annotations> {
        let mut new = noted.clone();
        for text in new.comments.values_mut() {
            *text = self.replaced(text);
        }
        for (_, value) in &mut new.extra_tags {
            *value = self.replaced(value);
        }
        (new != *noted).then_some(new)
    }

    /// Replaces whole words, ignoring case.
    pub fn replaced(&self, text: &str) -> String {
        let text: Vec<char> = text.chars().collect();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(own) = text.get(at) {
            let starts = at == 0 || !text[at - 1].is_alphanumeric();
            let found = self.names.iter().find(|name| starts && stands(&text[at..], name));
            match found {
                Some(name) => {
                    out.push_str(&self.by);
                    at += name.len();
                }
                None => {
                    out.push(*own);
                    at += 1;
                }
            }
        }
        out
    }
}

/// Whether the text begins with the name as whole words.
fn stands(text: &[char], name: &[char]) -> bool {
    let same = |(one, other): (&char, &char)| one.to_lowercase().eq(other.to_lowercase());
    text.len() >= name.len()
        && text.iter().zip(name).all(same)
        && text.get(name.len()).is_none_or(|next| !next.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::Replacing;

    #[test]
    fn a_name_is_replaced_where_it_is_a_word_of_its_own() {
        let names = ["Juan", "Juan dela Cruz", "J", "ñata"].map(str::to_owned).to_vec();
        let replacing = Replacing::new(names, "Anonymous x");
        for (before, after) in [
            ("juan's move, JUAN!", "Anonymous x's move, Anonymous x!"),
            ("Juan  and Juana", "Anonymous x  and Juana"),
            ("by Juan dela Cruz.", "by Anonymous x."),
            ("J is no name, ÑATA is", "J is no name, Anonymous x is"),
            ("", ""),
        ] {
            assert_eq!(replacing.replaced(before), after);
        }
    }
}
