//! Teams on the pages of an event: the captain's forms, who is in a team, matches board by board, board prizes.

use crate::contest::teams::{Captain, Players, Table, Team};
use crate::contest::{Contest, EntrantId, Person};
use crate::service::contests::{
    BoardScoreLine, EntrantLine, MatchLine, MeetingLine, NewEntrant, NewTeam, OwnMatch, OwnTeam,
};
use crate::web::forms::Form;
use crate::web::i18n::Texts;

use super::tables::{PlayPart, SeatLine};
use super::{people_list, words};

/// Who of a team plays on a board: a choice for each member.
pub struct BoardChoice {
    pub number: usize,
    /// His place, his name, and whether he is chosen.
    pub members: Vec<(usize, String, bool)>,
}

/// A match for which the captain hands in a line-up.
pub struct LineUpForm {
    /// Where it is, counted from 0.
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    pub words: String,
    /// What is known of both line-ups.
    pub state: String,
    pub boards: Vec<BoardChoice>,
}

/// The form by which a captain registers his team, or changes who is in it.
pub struct TeamForm {
    pub is_new: bool,
    pub name: String,
    pub club: String,
    /// One a line.
    pub members: String,
    pub hint: String,
}

/// What a captain can do, or who may become one.
#[derive(Default)]
pub struct OwnTeamPart {
    pub form: Option<TeamForm>,
    pub line_ups: Vec<LineUpForm>,
}

/// A board of a match.
pub struct BoardRow {
    pub number: usize,
    /// Empty before the line-ups are released.
    pub names: [String; 2],
    /// 1 where the first has White, 2 where the second has, 0 where nothing is said of it.
    pub white: usize,
    pub result: String,
    /// The game of it here.
    pub play: Option<PlayPart>,
}

/// What somebody has on his board.
pub struct ScoreRow {
    pub name: String,
    pub team: String,
    pub games: usize,
    pub points: String,
}

/// The scores of a board.
pub struct ScoreTable {
    pub number: usize,
    pub rows: Vec<ScoreRow>,
}

fn line_up(own: &OwnTeam, one: &OwnMatch, texts: Texts) -> LineUpForm {
    let values = [
        ("round", (one.at.round + 1).to_string()),
        ("table", (one.at.table + 1).to_string()),
        ("other", one.opponent.clone()),
    ];
    let state = match (one.is_in, one.is_other_in) {
        (true, _) => "contest-line-up-in",
        (false, true) => "contest-line-up-awaited",
        (false, false) => "contest-line-up-none",
    };
    let choice = |(board, chosen): (usize, &usize)| BoardChoice {
        number: board + 1,
        members: own
            .team
            .members
            .iter()
            .enumerate()
            .map(|(at, member)| (at, member.name.clone(), at == *chosen))
            .collect(),
    };
    LineUpForm {
        stage: one.at.stage,
        round: one.at.round,
        table: one.at.table,
        words: texts.fill("contest-own-match", &values),
        state: texts.get(state),
        boards: one.players.iter().enumerate().map(choice).collect(),
    }
}

fn listed(team: &Team) -> String {
    let line = |one: &Person| {
        // A player's rating is the one that the organisation knows.
        let rated = one.player == 0 && one.rating > 0;
        if rated { format!("{}; {}", one.name, one.rating) } else { one.name.clone() }
    };
    team.members.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What the captain of a team, or who may become one, is offered.
pub fn own_part(
    contest: &Contest,
    own: Option<&OwnTeam>,
    is_in: bool,
    texts: Texts,
) -> OwnTeamPart {
    let Some(boards) = contest.settings.team_boards() else { return OwnTeamPart::default() };
    let alternates = contest.settings.teams.alternates;
    let values = [("boards", boards.to_string()), ("alternates", alternates.to_string())];
    let hint = texts.fill("contest-team-members-hint", &values);
    let form = match own {
        Some(own) if own.may_amend => Some(TeamForm {
            is_new: false,
            name: own.team.name.clone(),
            club: own.team.club.clone(),
            members: listed(&own.team),
            hint,
        }),
        None if contest.is_open && !contest.is_over && !is_in => {
            let [name, club, members] = [const { String::new() }; 3];
            Some(TeamForm { is_new: true, name, club, members, hint })
        }
        _ => None,
    };
    let matches =
        own.into_iter().flat_map(|own| own.matches.iter().map(move |one| line_up(own, one, texts)));
    OwnTeamPart { form, line_ups: matches.collect() }
}

/// Somebody of a pasted line: name; rating.
fn member(text: &str) -> NewEntrant {
    let mut parts = text.split([';', '\t']).map(str::trim);
    let name = parts.next().unwrap_or_default().to_owned();
    let mut one = NewEntrant { name, ..NewEntrant::default() };
    people_list::rate(&mut one, parts.next().unwrap_or_default(), false);
    one
}

/// The team that a captain's form means.
pub fn sent_team(sent: &Form) -> NewTeam {
    let lines = sent.raw("members").lines().filter(|line| !line.trim().is_empty());
    NewTeam {
        name: sent.text("team").to_owned(),
        club: sent.text("club").to_owned(),
        members: lines.map(member).collect(),
        ..NewTeam::default()
    }
}

/// Teams that were pasted, one a line: the name, a colon, and the members with commas between them, in the order of the
/// boards. A star marks the captain, and a rating stands in brackets.
pub fn pasted(lines: &str) -> Vec<NewTeam> {
    let team = |line: &str| {
        let (name, members) = line.split_once(':').unwrap_or((line, ""));
        let mut team = NewTeam { name: name.trim().to_owned(), ..NewTeam::default() };
        for part in members.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
            let is_captain = part.contains('*');
            let part = part.replace('*', "");
            let (name, rating) = match part.trim().strip_suffix(')') {
                Some(cut) => cut.rsplit_once('(').unwrap_or((part.trim(), "")),
                None => (part.trim(), ""),
            };
            let mut member = NewEntrant { name: name.trim().to_owned(), ..NewEntrant::default() };
            people_list::rate(&mut member, rating.trim(), false);
            if is_captain {
                team.captain.clone_from(&member.name);
            }
            team.members.push(member);
        }
        team
    };
    lines.lines().filter(|line| !line.trim().is_empty()).map(team).collect()
}

/// The teams that were sent, pasted and in a file.
///
/// # Errors
/// As [`people_list::texts`].
pub fn sent_teams(sent: &Form) -> Result<Vec<NewTeam>, crate::service::Error> {
    let texts = people_list::texts(sent)?;
    Ok(texts.iter().flat_map(|(text, _)| pasted(text)).collect())
}

/// Where a match is, as a form of ours always says it.
pub fn table_of(sent: &Form) -> Option<Table> {
    let number = |name: &str| sent.text(name).parse::<usize>().ok();
    Some(Table { stage: number("stage")?, round: number("round")?, table: number("table")? })
}

/// The places among the members that were chosen board by board.
pub fn chosen(sent: &Form) -> Option<Players> {
    let all: Option<Vec<usize>> = sent.all("player").map(|text| text.parse().ok()).collect();
    all.map(Players)
}

/// Places that were typed, counted from 1: 1 2 4.
pub fn typed(text: &str) -> Option<Players> {
    let parts = text.split([' ', ',', ';']).filter(|part| !part.is_empty());
    let all: Option<Vec<usize>> =
        parts.map(|part| part.parse::<usize>().ok()?.checked_sub(1)).collect();
    all.map(Players)
}

/// The boards of a match.
pub fn boards(line: &MeetingLine) -> Vec<BoardRow> {
    let Some(team) = &line.team else { return Vec::new() };
    let board = |(number, one): (usize, &crate::service::contests::BoardLine)| BoardRow {
        number,
        names: one.names.clone().unwrap_or_default(),
        white: one.white.map_or(0, |side| side.index() + 1),
        result: one.result.map(words::mark).unwrap_or_default().to_owned(),
        play: one.play.as_ref().map(PlayPart::of),
    };
    let decider = |(number, one): (usize, &swiss::series::GameResult)| BoardRow {
        number,
        names: line.names.clone(),
        white: 0,
        result: words::mark(*one).to_owned(),
        play: None,
    };
    let behind = (team.boards.len() + 1..).zip(&team.deciders).map(decider);
    (1..).zip(&team.boards).map(board).chain(behind).collect()
}

/// Where members of both teams find their boards, once that is known.
pub fn seats(line: &MeetingLine, texts: Texts) -> Vec<SeatLine> {
    let boards = line.team.iter().flat_map(|team| &team.boards);
    let seat = |(number, one): (usize, &crate::service::contests::BoardLine)| {
        let names = one.names.clone()?;
        let of = |at: usize| SeatLine {
            name: names[at].clone(),
            table: line.table.to_string(),
            seat: texts.one("contest-board", "number", number),
            opponent: names[1 - at].clone(),
            result: one.result.map(words::mark).unwrap_or_default().to_owned(),
        };
        Some([of(0), of(1)])
    };
    (1..).zip(boards).filter_map(seat).flatten().collect()
}

/// The board points of a match so far; empty before anything is known.
pub fn score(team: &MatchLine) -> String {
    if team.boards.iter().all(|board| board.result.is_none()) {
        return String::new();
    }
    let [first, second] = team.board_points.map(words::points);
    format!("{first} : {second}")
}

/// What everybody has on his board, a table for each.
pub fn scores(all: &[BoardScoreLine]) -> Vec<ScoreTable> {
    let row = |one: &BoardScoreLine| ScoreRow {
        name: one.name.clone(),
        team: one.team_name.clone(),
        games: one.games,
        points: words::points(one.points),
    };
    let tables = all.chunk_by(|one, other| one.board == other.board);
    tables
        .map(|own| ScoreTable { number: own[0].board, rows: own.iter().map(row).collect() })
        .collect()
}

/// Who is in a team, in words: the captain with a star, alternates behind a bar.
pub fn members(line: &EntrantLine) -> Vec<String> {
    let Some(team) = &line.team else { return Vec::new() };
    let word = |(at, one): (usize, &crate::service::contests::MemberLine)| {
        let star = if one.is_captain { " ★" } else { "" };
        format!("{}. {}{star}", at + 1, one.name)
    };
    team.members.iter().enumerate().map(word).collect()
}

/// The captain of a team, where he is none of those who play.
pub fn captain(contest: &Contest, id: EntrantId) -> String {
    let team = contest.entrant(id).and_then(|one| one.team.as_ref());
    match team.map(|team| &team.captain) {
        Some(Captain::Other(person)) => person.name.clone(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_line_is_a_team() {
        let teams = pasted("Knights: Ana (1450), Ben*, Cora; Dan\n\nEagles\n");
        assert_eq!(teams.len(), 2);
        let names: Vec<&str> = teams[0].members.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Ana", "Ben", "Cora", "Dan"]);
        assert_eq!((teams[0].captain.as_str(), teams[0].members[0].rating), ("Ben", Some(1450)));
        assert_eq!((teams[1].name.as_str(), teams[1].members.len()), ("Eagles", 0));
    }

    #[test]
    fn typed_places_are_counted_from_one() {
        assert_eq!(typed("1, 2 4").map(|players| players.0), Some(vec![0, 1, 3]));
        assert_eq!(typed("0 1"), None);
        assert_eq!(typed("one"), None);
    }
}
