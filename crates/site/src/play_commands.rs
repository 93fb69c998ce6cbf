//! Parts of game commands, as both API and pages receive them.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};

use adjutant_domain::game::Rules;
use adjutant_domain::moment::{Micros, SECOND};
use adjutant_domain::play::{PlayId, PlayerAction, Sent, pace_message};
use adjutant_service::access::{Act, ActTarget, Actor, require};
use adjutant_service::live::rules_message;
use adjutant_service::{Error, Thing, refusals};
use salpakan::clock::Pace;
use salpakan::record::parse_short_id;
use salpakan::rules::{Color, Draft, RuleSet, TextFault, TextFaultKind};

/// Asked before anything that was sent is read.
pub fn require_play(actor: &Actor) -> Result<(), Error> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false).map(|_| ())
}

/// The id in an address.
///
/// # Errors
/// [`Error::Missing`] for what is no id.
pub fn parse_play_id_param(text: &str) -> Result<PlayId, Error> {
    parse_short_id(text).ok_or_else(|| Error::missing(Thing::Play, text))
}

/// A command's name and when it was received.
///
/// # Errors
/// [`Error::Invalid`] for what are not 16 hexadecimal digits.
pub fn parse_command_id(id: &str, received: Micros) -> Result<Sent, Error> {
    let bytes = HEXLOWER_PERMISSIVE.decode(id.as_bytes()).ok();
    let id = bytes.and_then(|bytes| bytes.try_into().ok());
    let id = id.ok_or_else(|| Error::invalid("id", refusals::COMMAND_ID))?;
    Ok(Sent { id, received })
}

/// The rules, time control and color that somebody wants a game with; without rules the standard ones, and without a color a
/// random one.
///
/// # Errors
/// [`Error::Invalid`] with the field that is invalid.
pub fn parse_wanted_game(
    rules: Option<&str>,
    pace: &str,
    color: Option<&str>,
) -> Result<(Rules, Pace, Option<Color>), Error> {
    let given = |text: &&str| !text.is_empty();
    let rules = rules.filter(given).unwrap_or("standard").parse();
    let rules = rules.map_err(|e| Error::invalid("rules", rules_message(&e)))?;
    let pace = Pace::parse(pace).map_err(|e| Error::invalid("pace", pace_message(e)))?;
    let color = color
        .filter(given)
        .map(|key| Color::parse(key).ok_or_else(|| Error::invalid("color", refusals::OFFER_COLOR)));
    Ok((rules, pace, color.transpose()?))
}

/// A set-up as it was sent.
///
/// # Errors
/// [`Error::Invalid`] with everything that is no set-up of the notation.
pub fn parse_draft(color: Color, rules: &RuleSet, text: &str) -> Result<Draft, Error> {
    Draft::parse(color, rules, text)
        .map_err(|faults| Error::invalid("setup", draft_faults(&faults)))
}

/// Everything that is wrong, once each: of several letters that are none the first is named, with those that are.
fn draft_faults(faults: &[TextFault]) -> String {
    let is_letter = |fault: &TextFault| matches!(fault.kind, TextFaultKind::UnknownLetter(_));
    let first = faults.iter().position(is_letter);
    let mut said: Vec<String> = Vec::new();
    for (index, fault) in faults.iter().enumerate() {
        let text = fault.to_string();
        if (!is_letter(fault) || Some(index) == first) && !said.contains(&text) {
            said.push(text);
        }
    }
    said.join("; ")
}

/// The action that a word names, with the time of `add-time` in microseconds.
///
/// # Errors
/// [`Error::Invalid`] for anything but the actions of a player at their own device.
pub fn parse_action(word: &str, seconds: u32) -> Result<(PlayerAction, i64), Error> {
    let is_elsewhere =
        |action: &PlayerAction| matches!(action, PlayerAction::Ply | PlayerAction::TakeBack);
    let action = PlayerAction::parse(word).filter(|action| !is_elsewhere(action));
    let action = action.ok_or_else(|| Error::invalid("word", refusals::PLAY_WORD))?;
    Ok((action, i64::from(seconds) * SECOND))
}

/// Hexadecimal digits of public bytes.
pub fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(rules: &str) -> String {
        parse_wanted_game(Some(rules), "600+5", None).expect_err("no rules").to_string()
    }

    #[test]
    fn a_set_up_in_lower_case_has_one_fault() {
        let set_up = "3..pl5p../.asktp.4s/bmcppf12p";
        let fault = parse_draft(Color::White, &RuleSet::STANDARD, set_up).expect_err("no set-up");
        assert_eq!(fault.to_string().matches("is no piece").count(), 1, "{fault}");
    }

    #[test]
    fn unknown_rules_are_answered_with_those_that_exist() {
        assert!(said("blitz").contains("standard, electronic, eleven or krig"));
    }

    #[test]
    fn what_is_wrong_with_an_army_is_said() {
        assert!(said("standard+army=FFP").contains("exactly one Flag (F), not 2"));
    }
}
