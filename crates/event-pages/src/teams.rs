//! Teams on the pages of an event: the captain's forms, rosters, matches by board, board prizes.

use adjutant_domain::contest::teams::{Captain, Team};
use adjutant_domain::contest::{Contest, EntrantId, EntrantProfile, TableId};
use adjutant_service::Error;
use adjutant_service::contests::{
    BoardLine, BoardScoreLine, EntrantLine, MatchLine, MeetingLine, MemberLine, NewEntrant,
    NewTeam, OwnTeam, OwnTeamMatch, no_team_error, points_text,
};
use adjutant_site::forms::SubmittedForm;
use adjutant_site::i18n::Texts;
use swiss::series::GameResult;

use super::round_views::{PairingPlayLink, SeatRow};
use super::{labels, people_list};

/// The choice of a member for a board.
pub struct BoardChoice {
    pub number: usize,
    /// A member's place and name, and whether they are selected.
    pub members: Vec<(usize, String, bool)>,
}

/// A match for which the captain submits a line-up.
pub struct LineUpForm {
    pub at: TableId,
    pub words: String,
    /// The state of both line-ups.
    pub state: String,
    pub boards: Vec<BoardChoice>,
}

/// The form with which a captain registers a team or changes its members.
pub struct TeamForm {
    pub is_new: bool,
    pub name: String,
    pub club: String,
    /// One per line.
    pub members: String,
    pub hint: String,
}

/// What a captain, or somebody who may become one, can do.
#[derive(Default)]
pub struct CaptainPart {
    pub form: Option<TeamForm>,
    pub line_ups: Vec<LineUpForm>,
}

pub struct BoardRow {
    pub number: usize,
    /// Empty until the line-ups are released.
    pub names: [String; 2],
    /// 1 if the first has White, 2 if the second has, 0 if it is not shown.
    pub white: usize,
    pub result: String,
    pub play: Option<PairingPlayLink>,
}

fn line_up_form(own: &OwnTeam, one: &OwnTeamMatch, texts: Texts) -> LineUpForm {
    let values = [
        ("round", (one.table.round + 1).to_string()),
        ("table", (one.table.table + 1).to_string()),
        ("other", one.opponent.clone()),
    ];
    let state = match (one.has_line_up, one.opponent_has_line_up) {
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
        at: one.table,
        words: texts.fill("contest-own-match", &values),
        state: texts.get(state),
        boards: one.line_up.iter().enumerate().map(choice).collect(),
    }
}

fn member_lines(team: &Team) -> String {
    let line = |one: &EntrantProfile| {
        // A player's rating is the organisation's; only guests have their own.
        let rated = one.player == 0 && one.rating > 0;
        if rated { format!("{}; {}", one.name, one.rating) } else { one.name.clone() }
    };
    team.members.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Builds the forms for a captain, or somebody who may become one.
pub fn captain_part(
    contest: &Contest,
    own: Option<&OwnTeam>,
    is_in: bool,
    texts: Texts,
) -> CaptainPart {
    let Some(boards) = contest.settings.team_boards() else { return CaptainPart::default() };
    let alternates = contest.settings.teams.alternates;
    let values = [("boards", boards.to_string()), ("alternates", alternates.to_string())];
    let hint = texts.fill("contest-team-members-hint", &values);
    let form = match own {
        Some(own) if own.can_amend => Some(TeamForm {
            is_new: false,
            name: own.team.name.clone(),
            club: own.team.club.clone(),
            members: member_lines(&own.team),
            hint,
        }),
        None if contest.is_open_to_new_entrants() && !is_in => {
            let [name, club, members] = [const { String::new() }; 3];
            Some(TeamForm { is_new: true, name, club, members, hint })
        }
        _ => None,
    };
    let matches = own
        .into_iter()
        .flat_map(|own| own.matches.iter().map(move |one| line_up_form(own, one, texts)));
    CaptainPart { form, line_ups: matches.collect() }
}

/// Parses a line: name; rating.
fn parse_member(text: &str) -> NewEntrant {
    let mut parts = text.split([';', '\t']).map(str::trim);
    let name = parts.next().unwrap_or_default().to_owned();
    let mut one = NewEntrant { name, ..NewEntrant::default() };
    people_list::set_rating(&mut one, parts.next().unwrap_or_default(), false);
    one
}

/// The team that a captain's form means.
pub fn team_from_form(sent: &SubmittedForm) -> NewTeam {
    let lines = sent.raw("members").lines().filter(|line| !line.trim().is_empty());
    NewTeam {
        name: sent.text("team").to_owned(),
        club: sent.text("club").to_owned(),
        members: lines.map(parse_member).collect(),
        ..NewTeam::default()
    }
}

/// Parses teams, one per line: the name, a colon, and the members in board order, separated by
/// commas. A star marks the captain; a rating is in brackets.
pub fn parse_team_lines(lines: &str) -> Vec<NewTeam> {
    let team = |(row, line): (usize, &str)| {
        let (name, members) = line.split_once(':').unwrap_or((line, ""));
        let name = name.trim().to_owned();
        let mut team = NewTeam { name, row: Some(row), ..NewTeam::default() };
        for part in members.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
            let is_captain = part.contains('*');
            let part = part.replace('*', "");
            let (name, rating) = match part.trim().strip_suffix(')') {
                Some(cut) => cut.rsplit_once('(').unwrap_or((part.trim(), "")),
                None => (part.trim(), ""),
            };
            let mut member = NewEntrant { name: name.trim().to_owned(), ..NewEntrant::default() };
            people_list::set_rating(&mut member, rating.trim(), false);
            if is_captain {
                team.captain.clone_from(&member.name);
            }
            team.members.push(member);
        }
        team
    };
    (1..).zip(lines.lines()).filter(|(_, line)| !line.trim().is_empty()).map(team).collect()
}

/// The teams in a form, pasted and from a file.
pub fn teams_from_form(sent: &SubmittedForm) -> Result<Vec<NewTeam>, Error> {
    let texts = people_list::uploaded_texts(sent)?;
    let teams = texts.iter().flat_map(|(text, _)| parse_team_lines(text)).collect();
    refuse_people(teams)
}

/// Refuses rows of a list of people: a team without members has no comma in its name.
pub fn refuse_people(teams: Vec<NewTeam>) -> Result<Vec<NewTeam>, Error> {
    let is_person =
        |team: &NewTeam| team.members.is_empty() && team.name.contains([',', ';', '\t']);
    match teams.iter().position(is_person) {
        Some(at) => Err(no_team_error(teams[at].row.unwrap_or(at + 1))),
        None => Ok(teams),
    }
}

pub fn board_rows(line: &MeetingLine) -> Vec<BoardRow> {
    let Some(team) = &line.team else { return Vec::new() };
    let board = |(number, one): (usize, &BoardLine)| BoardRow {
        number,
        names: one.names.clone().unwrap_or_default(),
        white: one.white.map_or(0, |side| side.index() + 1),
        result: one.result.map(labels::result_mark).unwrap_or_default().to_owned(),
        play: one.play.as_ref().map(PairingPlayLink::new),
    };
    let decider = |(number, one): (usize, &GameResult)| BoardRow {
        number,
        names: line.names.clone(),
        white: 0,
        result: labels::result_mark(*one).to_owned(),
        play: None,
    };
    let behind = (team.boards.len() + 1..).zip(&team.deciders).map(decider);
    (1..).zip(&team.boards).map(board).chain(behind).collect()
}

/// The seats of both teams' members, once known.
pub fn seat_rows(line: &MeetingLine, texts: Texts) -> Vec<SeatRow> {
    let boards = line.team.iter().flat_map(|team| &team.boards);
    let seat = |(number, one): (usize, &BoardLine)| {
        let names = one.names.clone()?;
        let told = |at: usize, game: GameResult| if at == 0 { game } else { game.exchanged() };
        let of = |at: usize| SeatRow {
            name: names[at].clone(),
            table: line.shown_table().to_string(),
            seat: texts.one("contest-board", "number", number),
            opponent: names[1 - at].clone(),
            result: one
                .result
                .map(|game| labels::result_mark(told(at, game)))
                .unwrap_or_default()
                .to_owned(),
        };
        Some([of(0), of(1)])
    };
    (1..).zip(boards).filter_map(seat).flatten().collect()
}

/// The board points of a match so far, those of the side with this number first; empty if there are
/// none.
pub fn match_score(team: &MatchLine, side: usize) -> String {
    if team.boards.iter().all(|board| board.result.is_none()) {
        return String::new();
    }
    let points = team.board_points.map(points_text);
    format!("{} : {}", points[side], points[1 - side])
}

/// Each player's score by board.
pub fn board_prize_tables(all: &[BoardScoreLine]) -> Vec<Vec<BoardScoreLine>> {
    all.chunk_by(|one, other| one.board == other.board).map(<[_]>::to_vec).collect()
}

/// The members of a team: the captain with a star, alternates after a bar.
pub fn member_labels(line: &EntrantLine) -> Vec<String> {
    let Some(team) = &line.team else { return Vec::new() };
    let word = |(at, one): (usize, &MemberLine)| {
        let star = if one.is_captain { " ★" } else { "" };
        format!("{}. {}{star}", at + 1, one.name)
    };
    team.members.iter().enumerate().map(word).collect()
}

/// The captain of a team, if they do not play.
pub fn captain_name(contest: &Contest, id: EntrantId) -> String {
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
        let teams = parse_team_lines("Knights: Ana (1450), Ben*, Cora; Dan\n\nEagles\n");
        assert_eq!(teams.len(), 2);
        let names: Vec<&str> = teams[0].members.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Ana", "Ben", "Cora", "Dan"]);
        assert_eq!((teams[0].captain.as_str(), teams[0].members[0].rating), ("Ben", Some(1450)));
        assert_eq!((teams[1].name.as_str(), teams[1].members.len()), ("Eagles", 0));
    }
}
