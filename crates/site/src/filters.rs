//! Filters of templates, such as `{{ game.ended_at|date(frame.texts) }}`.

use std::fmt::Display;

use askama::{Result, Values};

use crate::i18n::Texts;
use crate::moment_text::MomentText;
use crate::parameters;
use crate::time_format;
use adjutant_domain::moment::Micros;
use adjutant_service::contests::points_text;
use swiss::points::Points;

#[askama::filter_fn]
pub fn date(at: &Micros, _: &dyn Values, texts: &Texts) -> Result<String> {
    Ok(time_format::format_date(*texts, *at))
}

/// A moment, to the minute.
#[askama::filter_fn]
pub fn minute(at: &Micros, _: &dyn Values, texts: &Texts) -> Result<MomentText> {
    Ok(MomentText::new(*texts, *at))
}

#[askama::filter_fn]
pub fn points(points: &Points, _: &dyn Values) -> Result<String> {
    Ok(points_text(*points))
}

/// A name as a segment of an address.
#[askama::filter_fn]
pub fn segment(name: impl Display, _: &dyn Values) -> Result<String> {
    Ok(parameters::percent_encode(&name.to_string()))
}
