//! Recovering a database file from a continuous backup.

use std::fs::File;
use std::io;
use std::path::Path;

use adjutant_domain::moment::Micros;
use chrono::SecondsFormat;

use super::generation::{ChangesFault, Generation};
use super::{damaged, unusable};
use crate::{Error, Result};

/// What was recovered.
#[derive(Debug)]
pub struct Recovered {
    /// Everything committed until then is in it, and nothing later.
    pub as_of: Micros,
    /// Whether the last change was cut off, as when a server was killed while it wrote it.
    pub is_cut_off: bool,
    /// The damage after which nothing could be read, if it may have been before the moment.
    pub damage: Option<Error>,
}

/// Writes the database as of the moment `until`, or of the last change, into a new file.
///
/// # Errors
/// Returns [`Error::NotFound`] if there is nothing as old as that, [`Error::Invalid`] with the file if the
/// base is damaged, or without `until` if a change is, and [`Error::Unavailable`] if a file cannot be read or
/// written.
pub fn recover(directory: &Path, until: Option<Micros>, to: &Path) -> Result<Recovered> {
    let (mut oldest, mut newer_damage) = (None, None);
    for generation in Generation::all(directory)?.iter().rev().filter(|one| one.has_base()) {
        let found = Found::look_up(generation, until.unwrap_or(Micros::MAX))?;
        // What a newer one has lost is not to be taken for what was never there.
        newer_damage = found.damage.or(newer_damage);
        oldest = found.first.or(oldest);
        let Some((blocks, as_of)) = found.last else { continue };
        if let (None, Some(damage)) = (until, &newer_damage) {
            return Err(Error::invalid("backup", damage_text(damage, as_of)));
        }
        write_file(generation, blocks, to)?;
        return Ok(Recovered { as_of, is_cut_off: found.is_cut_off, damage: newer_damage });
    }
    if let Some(damage) = newer_damage {
        return Err(damage);
    }
    let directory = directory.display();
    Err(Error::not_found(match oldest.and_then(Micros::to_utc) {
        Some(oldest) => format!(
            "{directory}: the oldest moment that can be recovered is {}",
            oldest.to_rfc3339_opts(SecondsFormat::Secs, true)
        ),
        None => format!(
            "{directory}: there is no continuous backup; does a server make one there \
             (`continuous_backup_dir`)?"
        ),
    }))
}

fn damage_text(damage: &Error, as_of: Micros) -> String {
    let as_of = as_of.to_utc().unwrap_or_default().to_rfc3339_opts(SecondsFormat::Micros, true);
    format!("{damage}; what was committed before can be recovered with --until {as_of}")
}

/// What a generation has for a moment.
struct Found {
    /// The first moment that it has at all.
    first: Option<Micros>,
    /// The last one until then, and after how many blocks.
    last: Option<(u64, Micros)>,
    is_cut_off: bool,
    /// The damage that ended the search.
    damage: Option<Error>,
}

impl Found {
    fn look_up(generation: &Generation, until: Micros) -> Result<Found> {
        let (mut first, mut last, mut read) = (None, None, 0);
        let end = generation.read_blocks(&mut |block| {
            read += 1;
            let heading = block.heading;
            if heading.is_whole() {
                first = first.or(Some(heading.at));
                last = (heading.at <= until).then_some((read, heading.at)).or(last);
            }
            Ok(heading.at <= until)
        })?;
        let is_cut_off = end.fault == Some(ChangesFault::CutOff);
        let damage = end.fault.and_then(|fault| fault.damage());
        Ok(Found { first, last, is_cut_off, damage })
    }
}

/// Writes the base and the pages of the first `blocks` blocks.
fn write_file(generation: &Generation, blocks: u64, to: &Path) -> Result<()> {
    let fail = |e: io::Error| unusable(to, &e);
    let mut options = File::options();
    let file = crate::with_private_mode(options.write(true).create_new(true)).open(to);
    let mut file = file.map_err(fail)?;
    io::copy(&mut generation.base()?, &mut file)
        .map_err(|e| damaged(&generation.path, &format!("its base cannot be unpacked ({e})")))?;
    let mut left = blocks;
    generation.read_blocks(&mut |block| {
        block.write_pages(&file).map_err(fail)?;
        left = left.saturating_sub(1);
        Ok(left > 0)
    })?;
    file.sync_all().map_err(fail)
}
