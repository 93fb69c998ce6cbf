//! Prizes of an event: entered one per line, and shown with their current winners.

use adjutant_domain::contest::{
    Award, Contest, ContestSettings, EntrantId, Prize, PrizeCriterion, find_duplicate_place,
};
use adjutant_service::Error;
use adjutant_service::contests::{
    ContestCommand, duplicate_prize_place, entrant_name, invalid_prize_line, unknown_name_in_line,
};
use adjutant_site::i18n::Texts;

use super::labels;

/// A prize with its winners.
pub struct PrizeView {
    /// The places, or the prize's name.
    pub name: String,
    pub what: String,
    /// Empty if not known yet.
    pub winners: String,
    /// Whether it is undecided between them.
    pub is_tied: bool,
}

pub fn prize_views(contest: &Contest, texts: Texts) -> Vec<PrizeView> {
    let view = |(prize, award): (&Prize, Award)| {
        let names: Vec<String> =
            award.winners.iter().map(|id| entrant_name(contest, *id)).collect();
        PrizeView {
            name: match &prize.criterion {
                PrizeCriterion::Places { from, to } => {
                    texts.one("contest-prize-place", "place", labels::range_label(*from, *to))
                }
                PrizeCriterion::Best { title, .. } | PrizeCriterion::Performance { title, .. } => {
                    title.clone()
                }
            },
            what: prize.description.clone(),
            winners: names.join(", "),
            is_tied: award.is_tied,
        }
    };
    contest.settings.prizes.iter().zip(contest.awards()).map(view).collect()
}

/// The prizes as text, one per line.
pub fn to_prize_lines(contest: &Contest) -> String {
    let names = |among: &[EntrantId]| {
        among.iter().map(|id| entrant_name(contest, *id)).collect::<Vec<_>>().join("; ")
    };
    let line = |prize: &Prize| {
        let of = match &prize.criterion {
            PrizeCriterion::Places { from, to } => labels::range_label(*from, *to),
            PrizeCriterion::Best { title, among } if among.is_empty() => title.clone(),
            PrizeCriterion::Best { title, among } => format!("{title} = {}", names(among)),
            PrizeCriterion::Performance { title, among } => format!("{title} * {}", names(among)),
        };
        format!("{}: {}", of.trim_end(), prize.description)
    };
    contest.settings.prizes.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Parses `1` or `2-5`.
fn parse_place_range(text: &str) -> Option<(u32, u32)> {
    let (from, to) = text.split_once(['-', '–']).unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number > 0);
    number(from).zip(number(to)).filter(|(from, to)| from <= to)
}

fn parse_prize(contest: &Contest, number: usize, line: &str) -> Result<Prize, Error> {
    let (head, what) = line.split_once(':').ok_or_else(|| invalid_prize_line(number))?;
    let (head, what) = (head.trim(), what.trim().to_owned());
    if head.is_empty() || what.is_empty() {
        return Err(invalid_prize_line(number));
    }
    if let Some((from, to)) = parse_place_range(head) {
        return Ok(Prize { description: what, criterion: PrizeCriterion::Places { from, to } });
    }
    if head.chars().all(|letter| letter.is_ascii_digit() || " -–".contains(letter)) {
        return Err(invalid_prize_line(number));
    }
    let among = |text: &str| {
        let names = text.split(';').map(str::trim).filter(|name| !name.is_empty());
        names
            .map(|name| {
                find_entrant(contest, name).ok_or_else(|| unknown_name_in_line(number, name))
            })
            .collect::<Result<Vec<_>, Error>>()
    };
    let of = match head.split_once(['=', '*']) {
        None => PrizeCriterion::Best { title: head.to_owned(), among: Vec::new() },
        Some((title, names)) => {
            let (title, among) = (title.trim().to_owned(), among(names)?);
            match head.contains('*') {
                true => PrizeCriterion::Performance { title, among },
                false => PrizeCriterion::Best { title, among },
            }
        }
    };
    Ok(Prize { description: what, criterion: of })
}

/// The entrant with a name or number.
pub fn find_entrant(contest: &Contest, text: &str) -> Option<EntrantId> {
    let number = text.parse().ok().map(EntrantId).filter(|id| contest.entrant(*id).is_some());
    let name = text.to_lowercase();
    let named = contest.numbered_entrants().find(|(_, one)| one.person.name.to_lowercase() == name);
    // A name may look like a number, and then takes precedence.
    named.map(|(id, _)| id).or(number)
}

/// The settings with these prizes instead.
pub fn set_prizes_command(
    contest: &Contest,
    lines: &str,
    add_up: bool,
) -> Result<ContestCommand, Error> {
    let lines = (1..).zip(lines.lines()).filter(|(_, line)| !line.trim().is_empty());
    let numbered = lines.map(|(number, line)| Ok((number, parse_prize(contest, number, line)?)));
    let numbered = numbered.collect::<Result<Vec<(usize, Prize)>, Error>>()?;
    let (numbers, prizes): (Vec<usize>, Vec<Prize>) = numbered.into_iter().unzip();
    if let Some(twice) = find_duplicate_place(&prizes) {
        return Err(duplicate_prize_place(twice.prizes.map(|at| numbers[at]), twice.place));
    }
    Ok(ContestCommand::ChangeSettings(Box::new(ContestSettings {
        prizes,
        prizes_cumulative: add_up,
        ..contest.settings.clone()
    })))
}
