//! A rule-set in one byte, plus fourteen for a custom army.

use crate::rules::{Army, Options, Preset, Rank, RuleSet};

use super::bytes::Reader;
use super::{CodecError, CodecFault};

/// The index of a preset is its frozen number; new ones are appended.
const PRESETS: [&str; 4] = ["standard", "electronic", "eleven", "krig"];
const PRESET: u8 = 0x0f;
const ARMY: u8 = 0x10;
const OPEN_CHALLENGES: u8 = 0x20;
const OPEN_FLAG: u8 = 0x40;
const PROMOTION: u8 = 0x80;

pub(super) fn put_rules(out: &mut Vec<u8>, rules: &RuleSet) {
    let name = rules.preset().name;
    let number = PRESETS.iter().position(|known| *known == name);
    let options = rules.options();
    let bit = |on: bool, bit: u8| if on { bit } else { 0 };
    out.push(
        number.expect("every preset has a frozen number") as u8
            | bit(options.army.is_some(), ARMY)
            | bit(options.open_challenges, OPEN_CHALLENGES)
            | bit(options.open_flag, OPEN_FLAG)
            | bit(options.promotion, PROMOTION),
    );
    if let Some(army) = options.army {
        out.extend_from_slice(&army.counts()[..Rank::COUNT - 1]);
    }
}

pub(super) fn read_rules(reader: &mut Reader) -> Result<RuleSet, CodecError> {
    let unknown = reader.fault(CodecFault::UnknownRules);
    let byte = reader.byte()?;
    let name = *PRESETS.get((byte & PRESET) as usize).ok_or(unknown)?;
    let preset = Preset::ALL.into_iter().find(|preset| preset.name == name).ok_or(unknown)?;
    let army = if byte & ARMY != 0 { Some(read_army(reader)?) } else { None };
    let options = Options {
        army,
        open_challenges: byte & OPEN_CHALLENGES != 0,
        open_flag: byte & OPEN_FLAG != 0,
        promotion: byte & PROMOTION != 0,
    };
    Ok(RuleSet::new(preset, options))
}

/// The counts of every rank except the Flag, of which there is one.
fn read_army(reader: &mut Reader) -> Result<Army, CodecError> {
    let unknown = reader.fault(CodecFault::UnknownRules);
    let mut letters = String::from("F");
    for (rank, count) in Rank::ALL.into_iter().zip(reader.take(Rank::COUNT - 1)?) {
        if usize::from(*count) > Army::LARGEST {
            return Err(unknown);
        }
        letters.extend(std::iter::repeat_n(rank.letter(), usize::from(*count)));
    }
    Army::from_letters(&letters).map_err(|_| unknown)
}
