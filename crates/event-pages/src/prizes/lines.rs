//! The prizes as text, one per line.

use adjutant_domain::contest::{
    BIRTH_YEARS, Contest, EntrantId, Gender, MAX_AMOUNT, Prize, PrizeClass, PrizeCriterion,
};
use adjutant_service::Error;
use adjutant_service::contests::{
    entrant_name, invalid_prize_amount, invalid_prize_line, invalid_prize_title,
    unknown_name_in_line, unknown_prize_condition,
};

use super::super::labels;
use super::amounts::{amount_text, parse_amount};

/// The prizes as text, with the names of titles, lowest first.
pub fn to_prize_lines(contest: &Contest, titles: &[String]) -> String {
    let names = |among: &[EntrantId]| {
        among.iter().map(|id| entrant_name(contest, *id)).collect::<Vec<_>>().join("; ")
    };
    let line = |prize: &Prize| {
        let of = match &prize.criterion {
            PrizeCriterion::Places { from, to } => labels::range_label(*from, *to),
            PrizeCriterion::Class { title, class, from, to } => {
                format!("{title} ({})", conditions_text(class, (*from, *to), titles))
            }
            PrizeCriterion::Best { title, among } if among.is_empty() && !title.ends_with(')') => {
                title.clone()
            }
            PrizeCriterion::Best { title, among } => format!("{title} = {}", names(among)),
            PrizeCriterion::Performance { title, among } => format!("{title} * {}", names(among)),
        };
        let what = match (prize.amount, prize.description.as_str()) {
            (0, what) => what.to_owned(),
            (amount, "") => amount_text(amount),
            (amount, what) => format!("{} + {what}", amount_text(amount)),
        };
        format!("{}: {what}", of.trim_end())
    };
    contest.settings.prizes.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn conditions_text(class: &PrizeClass, (from, to): (u32, u32), titles: &[String]) -> String {
    let band = |word: &str, band: (Option<u32>, Option<u32>)| match band {
        (None, None) => None,
        (from, to) => {
            let bound = |one: Option<u32>| one.map(|one| one.to_string()).unwrap_or_default();
            Some(format!("{word} {}-{}", bound(from), bound(to)))
        }
    };
    let born = (class.born_from.map(u32::from), class.born_to.map(u32::from));
    let named = |word: &str, name: &str| (!name.is_empty()).then(|| format!("{word} {name}"));
    let title = |word: &str, height: Option<u8>| {
        let name = titles.get(usize::from(height?));
        Some(format!("title {word} {}", name.map_or("?", String::as_str)))
    };
    let places = labels::range_label(from, to);
    let all = [
        band("rating", (class.rating_from, class.rating_to)),
        class.unrated.then(|| "unrated".to_owned()),
        named("club", &class.club),
        named("province", &class.province),
        title("from", class.title_from),
        title("up to", class.title_to),
        band("born", born),
        class.gender.map(|gender| gender.key().to_owned()),
        ((from, to) != (1, 1)).then(|| format!("place {places}")),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Parses `1` or `2-5`.
fn parse_place_range(text: &str) -> Option<(u32, u32)> {
    let (from, to) = text.split_once(['-', '–']).unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number > 0);
    number(from).zip(number(to)).filter(|(from, to)| from <= to)
}

/// Parses a line, which has a number from 1.
pub fn parse_prize(
    contest: &Contest,
    titles: &[String],
    currency: &str,
    (number, line): (usize, &str),
) -> Result<Prize, Error> {
    let (head, what) = line.split_once(':').ok_or_else(|| invalid_prize_line(number))?;
    let (head, what) = (head.trim(), what.trim());
    if head.is_empty() || what.is_empty() {
        return Err(invalid_prize_line(number));
    }
    let (amount, description) = parse_money(what, currency, number)?;
    let criterion = if let Some((from, to)) = parse_place_range(head) {
        PrizeCriterion::Places { from, to }
    } else if head.chars().all(|letter| letter.is_ascii_digit() || " -–".contains(letter)) {
        return Err(invalid_prize_line(number));
    } else {
        parse_title(contest, titles, number, head)?
    };
    Ok(Prize { description, criterion, amount })
}

/// Parses `5000`, `5000 + Cup` or `Cup`.
fn parse_money(what: &str, currency: &str, number: usize) -> Result<(u64, String), Error> {
    let (first, rest) = what.split_once('+').unwrap_or((what, ""));
    match parse_amount(first, currency) {
        None => Ok((0, what.to_owned())),
        Some(Ok(amount)) => Ok((amount, rest.trim().to_owned())),
        Some(Err(())) => Err(invalid_prize_amount(number, &amount_text(MAX_AMOUNT))),
    }
}

/// Parses what is neither a place nor a range of them.
fn parse_title(
    contest: &Contest,
    titles: &[String],
    number: usize,
    head: &str,
) -> Result<PrizeCriterion, Error> {
    let among = |text: &str| {
        let names = text.split(';').map(str::trim).filter(|name| !name.is_empty());
        names
            .map(|name| {
                find_entrant(contest, name).ok_or_else(|| unknown_name_in_line(number, name))
            })
            .collect::<Result<Vec<_>, Error>>()
    };
    let title = |title: &str| match title.trim() {
        "" => Err(invalid_prize_line(number)),
        title => Ok(title.to_owned()),
    };
    if let Some((title, names)) = head.split_once('*') {
        let (title, among) = (title.trim().to_owned(), among(names)?);
        return Ok(PrizeCriterion::Performance { title, among });
    }
    if let Some((title, names)) = head.split_once('=') {
        let (title, among) = (title.trim().to_owned(), among(names)?);
        return Ok(PrizeCriterion::Best { title, among });
    }
    if let Some((name, conditions)) = split_conditions(head) {
        let (class, (from, to)) = parse_conditions(conditions, titles, number)?;
        return Ok(PrizeCriterion::Class { title: title(name)?, class, from, to });
    }
    Ok(PrizeCriterion::Best { title: head.to_owned(), among: Vec::new() })
}

/// What stands in the last brackets, and before them.
fn split_conditions(head: &str) -> Option<(&str, &str)> {
    let inside = head.strip_suffix(')')?;
    let mut depth = 1;
    for (at, letter) in inside.char_indices().rev() {
        depth += match letter {
            ')' => 1,
            '(' => -1,
            _ => 0,
        };
        if depth == 0 {
            return Some((&head[..at], &inside[at + 1..]));
        }
    }
    None
}

fn parse_conditions(
    text: &str,
    titles: &[String],
    line: usize,
) -> Result<(PrizeClass, (u32, u32)), Error> {
    let (mut class, mut places) = (PrizeClass::default(), (1, 1));
    for condition in text.split(';').map(str::trim) {
        let unknown = || unknown_prize_condition(line, condition);
        let (word, value) = condition.split_once(' ').unwrap_or((condition, ""));
        let value = value.trim();
        match word.to_lowercase().as_str() {
            "unrated" if value.is_empty() => class.unrated = true,
            "rating" => {
                (class.rating_from, class.rating_to) = parse_band(value).ok_or_else(unknown)?;
            }
            "born" => {
                let (from, to) = parse_band(value).ok_or_else(unknown)?;
                let year = |one: Option<u32>| match one.map(u16::try_from) {
                    None => Some(None),
                    Some(Ok(year)) if BIRTH_YEARS.contains(&year) => Some(Some(year)),
                    Some(_) => None,
                };
                (class.born_from, class.born_to) = year(from).zip(year(to)).ok_or_else(unknown)?;
            }
            key if value.is_empty() && Gender::parse(key).is_some() => {
                class.gender = Gender::parse(key);
            }
            "club" if !value.is_empty() => class.club = value.to_owned(),
            "province" if !value.is_empty() => class.province = value.to_owned(),
            "place" | "places" => places = parse_place_range(value).ok_or_else(unknown)?,
            "title" => {
                let height = |name: &str| {
                    let name = name.trim();
                    let at =
                        titles.iter().position(|one| one.to_lowercase() == name.to_lowercase());
                    let at = at.and_then(|at| u8::try_from(at).ok());
                    at.ok_or_else(|| invalid_prize_title(line, name, &titles.join(", ")))
                };
                if let Some(name) = value.strip_prefix("from ") {
                    class.title_from = Some(height(name)?);
                } else if let Some(name) = value.strip_prefix("up to ") {
                    class.title_to = Some(height(name)?);
                } else {
                    return Err(unknown());
                }
            }
            _ => return Err(unknown()),
        }
    }
    if class.is_valid() { Ok((class, places)) } else { Err(unknown_prize_condition(line, text)) }
}

/// Parses `1200-1399`, `-1199` or `1400-`.
fn parse_band(text: &str) -> Option<(Option<u32>, Option<u32>)> {
    let (from, to) = text.split_once(['-', '–'])?;
    let bound = |text: &str| match text.trim() {
        "" => Some(None),
        text => text.parse().ok().map(Some),
    };
    let band = bound(from).zip(bound(to))?;
    (band != (None, None)).then_some(band)
}

/// The entrant with a name or number.
pub fn find_entrant(contest: &Contest, text: &str) -> Option<EntrantId> {
    let number = text.parse().ok().map(EntrantId).filter(|id| contest.entrant(*id).is_some());
    let name = text.to_lowercase();
    let named = contest.numbered_entrants().find(|(_, one)| one.person.name.to_lowercase() == name);
    // A name may look like a number, and then takes precedence.
    named.map(|(id, _)| id).or(number)
}
