//! Registers teams and changes their rosters.

use swiss::series::Side;
use swiss::teams::{Captain as Speaker, LineUp, Member, Team as OfBoards};

use super::super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, EntrantStatus, RegisteredEntrant,
    StageState, SubmittedBy, TableId,
};
use super::line_ups::team_error;
use super::{BoardPlayers, Captain, EntrantProfile, Team, TeamError, TeamMatch, TeamRole};

/// Whether two are the same player, or guests with the same name.
fn is_same_player(one: &EntrantProfile, other: &EntrantProfile) -> bool {
    if one.player == 0 && other.player == 0 {
        one.name.eq_ignore_ascii_case(&other.name)
    } else {
        one.player == other.player
    }
}

impl Contest {
    /// Registers a team, which goes on the waiting list if there is no room.
    pub fn enter_team(&self, team: Team, by: SubmittedBy) -> CommandResult {
        self.ensure_running()?;
        if by == SubmittedBy::Entrant && !self.registration_open {
            return Err(ContestError::RegistrationClosed);
        }
        self.check_team(&team, None, by)?;
        if !self.takes_new_entrants() {
            return Err(ContestError::NoLateEntry);
        }
        let team = Box::new(team);
        Ok(vec![ContestFact::TeamRegistered { team, waiting: !self.has_room() }])
    }

    /// Changes a roster. Before the first stage starts the captain may do this as well, afterwards
    /// only officials. Members then keep their places, so that results stay true, and new members
    /// come after them.
    pub fn amend_team(&self, entrant: EntrantId, team: Team, by: SubmittedBy) -> CommandResult {
        self.ensure_running()?;
        let known = self.entrant(entrant).ok_or(ContestError::UnknownEntrant(entrant))?;
        let known = known.team.as_ref().ok_or(ContestError::Team(TeamError::WrongUnit))?;
        self.check_team(&team, Some(entrant), by)?;
        if self.has_started_stage() {
            let both = known.members.iter().zip(&team.members);
            let stays = both.into_iter().all(|(one, other)| is_same_player(one, other));
            if by == SubmittedBy::Entrant || !stays || team.members.len() < known.members.len() {
                return Err(ContestError::Team(TeamError::RosterLocked));
            }
        }
        if *known == team {
            return Ok(Vec::new());
        }
        self.with_updated_drafts(vec![ContestFact::TeamAmended { entrant, team: Box::new(team) }])
    }

    pub(in crate::contest) fn has_started_stage(&self) -> bool {
        self.stages.iter().any(StageState::has_begun)
    }

    /// Whether a team can take part; `own` is its number, if it has one.
    fn check_team(
        &self,
        team: &Team,
        own: Option<EntrantId>,
        by: SubmittedBy,
    ) -> Result<(), ContestError> {
        let Some(boards) = self.settings.team_boards() else {
            return team_error(TeamError::WrongUnit);
        };
        let well_said = team.people().all(EntrantProfile::is_valid);
        if !well_said || !team.as_entrant(boards).is_valid() {
            return Err(ContestError::InvalidText);
        }
        if team.members.len() < boards {
            return team_error(TeamError::TooFewMembers(boards - team.members.len()));
        }
        let most = boards + self.settings.teams.alternates as usize;
        if team.members.len() > most {
            return team_error(TeamError::TooManyMembers(most));
        }
        if team.captain().is_none() {
            return team_error(TeamError::NoCaptain);
        }
        self.check_no_duplicates(team, own)?;
        if by == (SubmittedBy::Official { waives_eligibility: true }) {
            Ok(())
        } else {
            self.check_eligibility(team)
        }
    }

    /// Whether no other team has its name, and no member is listed twice or in another team.
    pub(in crate::contest) fn check_no_duplicates(
        &self,
        team: &Team,
        own: Option<EntrantId>,
    ) -> Result<(), ContestError> {
        let others: Vec<(EntrantId, &RegisteredEntrant)> = self
            .numbered_entrants()
            .filter(|(id, one)| Some(*id) != own && one.status != EntrantStatus::Withdrawn)
            .collect();
        let same = |one: &RegisteredEntrant| one.person.name.eq_ignore_ascii_case(&team.name);
        if let Some((id, _)) = others.iter().find(|(_, one)| same(one)) {
            return Err(ContestError::AlreadyRegistered(*id));
        }
        let elsewhere = |player: i32| {
            let teams = others.iter().filter_map(|(_, other)| other.team.as_ref());
            player != 0 && teams.flat_map(Team::people).any(|other| other.player == player)
        };
        let people: Vec<&EntrantProfile> = team.people().collect();
        for (at, one) in people.iter().enumerate() {
            let is_twice = people[..at].iter().any(|before| is_same_player(before, one));
            if is_twice || elsewhere(one.player) {
                return team_error(TeamError::DuplicateName(one.name.clone()));
            }
        }
        Ok(())
    }

    /// Whether its members are eligible, and enough of them have lower titles.
    fn check_eligibility(&self, team: &Team) -> Result<(), ContestError> {
        let unfit = |one: &EntrantProfile| self.settings.eligibility.ineligible_reasons(one);
        if let Some(reasons) = team.members.iter().map(unfit).find(|reasons| !reasons.is_empty()) {
            return Err(ContestError::NotEligible(reasons));
        }
        let share = self.settings.teams.title_share.zip(self.to_swiss_team(team));
        match share.and_then(|(share, team)| share.missing(&team)) {
            Some(missing) => team_error(TeamError::TitleShare(missing)),
            None => Ok(()),
        }
    }

    /// The team with its members by place, for the rules of line-ups.
    pub(in crate::contest) fn to_swiss_team(&self, team: &Team) -> Option<OfBoards> {
        let boards = self.settings.team_boards()?;
        let member =
            |(entrant, one): (usize, &EntrantProfile)| Member { entrant, title: one.title };
        let members = team.members.iter().enumerate().map(member).collect();
        let captain = match &team.captain {
            Captain::Member(at) => Speaker::Member(*at),
            Captain::Other(person) => Speaker::Other(person.name.clone()),
        };
        OfBoards::new(&team.name, members, boards, captain).ok()
    }

    /// A player's role in a team; `None` if they are in no team that takes part or waits.
    pub fn team_role_of(&self, player: i32) -> Option<TeamRole> {
        if player == 0 {
            return None;
        }
        let taking =
            self.numbered_entrants().filter(|(_, one)| one.status != EntrantStatus::Withdrawn);
        let role = |(id, one): (EntrantId, &RegisteredEntrant)| {
            let team = one.team.as_ref()?;
            let member = team.members.iter().position(|own| own.player == player);
            let is_captain = team.captain().is_some_and(|captain| captain.player == player);
            (member.is_some() || is_captain).then_some(TeamRole { team: id, member, is_captain })
        };
        // A withdrawn team still plays its open games.
        let leaving =
            |id, one: &RegisteredEntrant| one.may_return || !self.open_tables(id).is_empty();
        taking.filter_map(role).next().or_else(|| {
            self.numbered_entrants().filter(|(id, one)| leaving(*id, one)).find_map(role)
        })
    }

    /// Places in a roster are never reused once somebody may have played from them.
    pub(in crate::contest) fn can_amend_team(&self, entrant: EntrantId, team: &Team) -> bool {
        let known = self.entrant(entrant).and_then(|one| one.team.as_ref());
        let keeps =
            |known: &Team| !self.has_started_stage() || known.members.len() <= team.members.len();
        known.is_some_and(keeps) && self.to_swiss_team(team).is_some()
    }

    pub(in crate::contest) fn can_set_line_up(
        &self,
        at: TableId,
        side: Side,
        players: &BoardPlayers,
    ) -> bool {
        let meeting = self.published_meeting(at).filter(|one| one.team.is_some());
        let team = meeting.and_then(|one| self.entrant(one.entrant_on(side)));
        let team = team.and_then(|one| self.to_swiss_team(one.team.as_ref()?));
        team.is_some_and(|team| LineUp::new(&team, players.0.clone()).is_ok())
    }

    pub(in crate::contest) fn apply_team_registration(
        &mut self,
        team: &Team,
        waiting: bool,
    ) -> Option<()> {
        let standing = if waiting { EntrantStatus::Waiting } else { EntrantStatus::Active };
        let person = team.as_entrant(self.settings.team_boards()?);
        self.entrants.push(RegisteredEntrant::new(person, Some(team.clone()), standing));
        Some(())
    }

    pub(in crate::contest) fn apply_team_change(
        &mut self,
        entrant: EntrantId,
        team: &Team,
    ) -> Option<()> {
        let person = team.as_entrant(self.settings.team_boards()?);
        let one = self.entrant_mut(entrant)?;
        one.person = person;
        one.team = Some(team.clone());
        Some(())
    }

    pub(in crate::contest) fn match_mut(&mut self, at: TableId) -> Option<&mut TeamMatch> {
        self.meeting_mut(at)?.team.as_mut()
    }
}
