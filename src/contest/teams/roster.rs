//! Teams register, and their rosters are set right.

use swiss::teams::{Captain as Speaker, Member, Team as OfBoards};

use super::super::{By, Contest, EntrantId, Fact, Refusal, Registered, StageState, Standing};
use super::{Captain, Role, Team, TeamRefusal};

fn refused(why: TeamRefusal) -> Result<(), Refusal> {
    Err(Refusal::Team(why))
}

/// Whether two are the same player, or guests of one name.
fn is_same(one: &super::Person, other: &super::Person) -> bool {
    if one.player == 0 && other.player == 0 {
        one.name.eq_ignore_ascii_case(&other.name)
    } else {
        one.player == other.player
    }
}

impl Contest {
    /// A team registers. Where there is no room, it waits.
    ///
    /// # Errors
    /// [`Refusal`] where persons take part, something is wrong with the roster, a member may not take part or plays
    /// for others, or registration is closed.
    pub fn enter_team(&self, team: Team, by: By) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        if by == By::Himself && !self.is_open {
            return Err(Refusal::NotOpen);
        }
        self.is_sound(&team, None, by)?;
        let team = Box::new(team);
        Ok(vec![Fact::TeamEntered { team, waiting: !self.has_room() }])
    }

    /// A roster is set right. Until a stage begins the captain may do that, too; afterwards officials alone may, and
    /// who was in the team stays in his place, so that what was played stays true: others come behind him.
    ///
    /// # Errors
    /// [`Refusal`] as of [`Contest::enter_team`], or where it comes too late.
    pub fn amend_team(&self, entrant: EntrantId, team: Team, by: By) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        let known = self.entrant(entrant).ok_or(Refusal::NoEntrant(entrant))?;
        let known = known.team.as_ref().ok_or(Refusal::Team(TeamRefusal::WrongUnit))?;
        self.is_sound(&team, Some(entrant), by)?;
        if self.has_any_begun() {
            let both = known.members.iter().zip(&team.members);
            let stays = both.into_iter().all(|(one, other)| is_same(one, other));
            if by == By::Himself || !stays || team.members.len() < known.members.len() {
                return Err(Refusal::Team(TeamRefusal::Fixed));
            }
        }
        if *known == team {
            return Ok(Vec::new());
        }
        self.with_drafts(vec![Fact::TeamAmended { entrant, team: Box::new(team) }])
    }

    pub(in crate::contest) fn has_any_begun(&self) -> bool {
        self.stages.iter().any(StageState::has_begun)
    }

    /// Whether a team can take part; `own` is its number, if it has one.
    fn is_sound(&self, team: &Team, own: Option<EntrantId>, by: By) -> Result<(), Refusal> {
        let Some(boards) = self.settings.team_boards() else {
            return refused(TeamRefusal::WrongUnit);
        };
        let well_said = team.people().all(super::Person::is_well_said);
        if !well_said || !team.face(boards).is_well_said() {
            return Err(Refusal::Words);
        }
        if team.members.len() < boards {
            return refused(TeamRefusal::TooFew(boards - team.members.len()));
        }
        let most = boards + self.settings.teams.alternates as usize;
        if team.members.len() > most {
            return refused(TeamRefusal::TooMany(most));
        }
        if team.captain().is_none() {
            return refused(TeamRefusal::NoCaptain);
        }
        self.is_alone(team, own)?;
        if by == (By::Desk { exception: true }) { Ok(()) } else { self.may_take_part(team) }
    }

    /// Whether nobody else has its name, and nobody of it stands in it twice or in another team.
    pub(in crate::contest) fn is_alone(
        &self,
        team: &Team,
        own: Option<EntrantId>,
    ) -> Result<(), Refusal> {
        let others: Vec<(EntrantId, &Registered)> = self
            .numbered()
            .filter(|(id, one)| Some(*id) != own && one.standing != Standing::Withdrawn)
            .collect();
        let same = |one: &Registered| one.person.name.eq_ignore_ascii_case(&team.name);
        if let Some((id, _)) = others.iter().find(|(_, one)| same(one)) {
            return Err(Refusal::Already(*id));
        }
        let elsewhere = |player: i32| {
            let teams = others.iter().filter_map(|(_, other)| other.team.as_ref());
            player != 0 && teams.flat_map(Team::people).any(|other| other.player == player)
        };
        let people: Vec<&super::Person> = team.people().collect();
        for (at, one) in people.iter().enumerate() {
            let is_twice = people[..at].iter().any(|before| is_same(before, one));
            if is_twice || elsewhere(one.player) {
                return refused(TeamRefusal::Twice(one.name.clone()));
            }
        }
        Ok(())
    }

    /// Whether its members may take part, and enough of them have no high title.
    fn may_take_part(&self, team: &Team) -> Result<(), Refusal> {
        let unfit = |one: &super::Person| self.settings.eligibility.unfit(one);
        if let Some(reasons) = team.members.iter().map(unfit).find(|reasons| !reasons.is_empty()) {
            return Err(Refusal::Unfit(reasons));
        }
        let share = self.settings.teams.share.zip(self.of_boards(team));
        match share.and_then(|(share, team)| share.missing(&team, 0)) {
            Some(missing) => refused(TeamRefusal::Share(missing)),
            None => Ok(()),
        }
    }

    /// The team as the rules of line-ups know it: its members by their places.
    pub(super) fn of_boards(&self, team: &Team) -> Option<OfBoards> {
        let boards = self.settings.team_boards()?;
        let member = |(entrant, one): (usize, &super::Person)| Member { entrant, title: one.title };
        let members = team.members.iter().enumerate().map(member).collect();
        let captain = match &team.captain {
            Captain::Member(at) => Speaker::Member(*at),
            Captain::Other(person) => Speaker::Other(person.name.clone()),
        };
        OfBoards::new(&team.name, members, boards, captain).ok()
    }

    /// What a player is here; `None` for who is in no team that takes part or waits.
    #[must_use]
    pub fn role_of(&self, player: i32) -> Option<Role> {
        if player == 0 {
            return None;
        }
        let taking = self.numbered().filter(|(_, one)| one.standing != Standing::Withdrawn);
        let role = |(id, one): (EntrantId, &Registered)| {
            let team = one.team.as_ref()?;
            let member = team.members.iter().position(|own| own.player == player);
            let is_captain = team.captain().is_some_and(|captain| captain.player == player);
            (member.is_some() || is_captain).then_some(Role { team: id, member, is_captain })
        };
        // A team that has withdrawn still plays what is open for it.
        let leaving = |id, one: &Registered| one.may_return || !self.open_tables(id).is_empty();
        taking
            .filter_map(role)
            .next()
            .or_else(|| self.numbered().filter(|(id, one)| leaving(*id, one)).find_map(role))
    }
}
