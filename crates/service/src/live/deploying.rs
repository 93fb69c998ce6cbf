//! Accepting a side's deployment, once and sealed.

use crate::Error;
use adjutant_domain::play::{Command, Decision, Fact, Nonce, Refusal};
use adjutant_store::{AnyConnection, set_ups};
use salpakan::rules::{Color, Deployment, RuleSet};

use super::table::{Answer, Refused, Table, not_loaded};
use super::writer::Done;
use super::{Live, secrets};

impl Table {
    /// Accepts a side's deployment with its command; `nonce` is the player's own part of the toss.
    pub(super) fn deploy(
        &self,
        live: &Live,
        command: &Command,
        (color, nonce): (Color, Option<Nonce>),
        army: &Deployment,
    ) -> Result<Answer, Refused> {
        let mut open = self.open(live)?;
        let open_now = open.as_mut().ok_or_else(not_loaded)?;
        let now = live.moments().now().max(open_now.play.at());
        let events = match open_now.play.decide(command, now)? {
            Decision::Repeated(number) => {
                let answer = open_now.answer(number)?;
                let rules = &open_now.play.terms().rules;
                return self.same_deployment(live, answer, (rules, color, nonce), army);
            }
            Decision::Done(events) => events,
        };
        let rules = open_now.play.terms().rules;
        let sealed = secrets::seal_army(live.app().sealer(), &self.id, color, &rules, army)?;
        let row = self.row.id;
        let answer = self.commit(live, &mut open, events, move |append| {
            Some(Box::new(move |connection: &mut AnyConnection| {
                if set_ups::insert_once(connection, row, color, &sealed)? {
                    Ok(Done::Append(append))
                } else {
                    Ok(Done::Conflict)
                }
            }))
        })?;
        self.settle(live, &mut open);
        Ok(answer)
    }

    /// The response to a repeated deployment, if it is the same. Command digests cover nothing
    /// secret, so the army itself is compared.
    fn same_deployment(
        &self,
        live: &Live,
        answer: Answer,
        (rules, color, nonce): (&RuleSet, Color, Option<Nonce>),
        army: &Deployment,
    ) -> Result<Answer, Refused> {
        let Fact::Ready { nonce: own, .. } = answer.event.fact else { return Ok(answer) };
        let sealed = set_ups::for_side(&mut *live.app().store().connection()?, self.row.id, color)?;
        let missing = || Error::Internal("a side that has deployed has no set-up".to_owned());
        let sealer = live.app().sealer();
        let kept =
            secrets::open_army(sealer, &self.id, color, rules, &sealed.ok_or_else(missing)?)?;
        if kept == *army && nonce.is_none_or(|nonce| nonce == own) {
            Ok(answer)
        } else {
            Err(Refusal::OtherCommand.into())
        }
    }
}
