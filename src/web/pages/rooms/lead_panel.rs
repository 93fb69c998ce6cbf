//! The panel above a room's replay: the leader, the followers, and available actions.

use serde::Serialize;

use crate::web::prelude::*;
use adjutant_service::rooms::{Here, Part, Stands};
use adjutant_site::board::fill_placeholders;
use adjutant_site::markup::Markup;
use adjutant_site::replay::Perspective;
use adjutant_site::room_stream::LeaderView;

/// Names shown; further followers are counted.
const MAX_NAMES: usize = 12;

/// The templates filled in by the script; their keys begin with `js-`.
#[derive(Serialize)]
pub struct RoomStrings {
    you: &'static str,
    leads: &'static str,
    unnamed: &'static str,
    followers: &'static str,
    at: &'static str,
    follow: &'static str,
    away: &'static str,
    following: &'static str,
    alone: &'static str,
    lead: &'static str,
    lost: &'static str,
    over: &'static str,
    untold: &'static str,
}

impl RoomStrings {
    pub fn new(texts: Texts) -> RoomStrings {
        RoomStrings {
            you: texts.text("js-room-you"),
            leads: texts.text("js-room-leads"),
            unnamed: texts.text("js-room-unnamed"),
            followers: texts.text("js-room-followers"),
            at: texts.text("js-room-at"),
            follow: texts.text("js-room-follow"),
            away: texts.text("js-room-away"),
            following: texts.text("js-room-following"),
            alone: texts.text("js-room-alone"),
            lead: texts.text("js-room-lead"),
            lost: texts.text("js-room-lost"),
            over: texts.text("js-room-over"),
            untold: texts.text("js-room-untold"),
        }
    }
}

/// The name of a participant in the room.
fn member_name(texts: Texts, here: &Here) -> String {
    match here.name.as_str() {
        "" => fill_placeholders(
            texts.text("js-room-unnamed"),
            &[("number", &here.number.to_string())],
        ),
        name => name.to_owned(),
    }
}

/// Says who leads.
pub fn leader_text(texts: Texts, stands: &Stands<LeaderView>, part: Part) -> String {
    match part.leads {
        true => texts.get("js-room-you"),
        false => {
            let name = member_name(texts, &stands.leader);
            fill_placeholders(texts.text("js-room-leads"), &[("name", &name)])
        }
    }
}

/// The number of followers, and the names of those who may be named.
pub fn followers_text(texts: Texts, stands: &Stands<LeaderView>) -> String {
    let count = (stands.followers.len() + stands.strangers).to_string();
    let count = fill_placeholders(texts.text("js-room-followers"), &[("count", &count)]);
    let named = stands.followers.iter().map(|one| one.name.as_str());
    let named: Vec<&str> = named.filter(|name| !name.is_empty()).take(MAX_NAMES).collect();
    if named.is_empty() { count } else { format!("{count} · {}", named.join(", ")) }
}

/// The form with which a leader without a script shows a ply, in one of these views.
fn lead_form(
    visit: &RequestContext,
    address: &str,
    shown: LeaderView,
    views: &[Perspective],
) -> Form {
    let texts = visit.texts();
    let LeaderView { ply, view, flipped, .. } = shown;
    let choice =
        |one: &Perspective| Choice::new(one.key(), texts.get(&format!("view-{}", one.key())));
    let choices: Vec<Choice> = views.iter().map(choice).collect();
    let choice = (!choices.is_empty())
        .then(|| Field::select(texts, "view", "view-label", choices).value(view.key()));
    visit
        .form("lead", &format!("{address}/lead"), "room-show")
        .with_field(Field::number(texts, "ply", "share-ply").value(ply.to_string()).required())
        .with_fields(choice)
        .with_field(Field::checkbox(texts, "flip", "room-flipped", flipped))
}

/// The form to hand over the lead; `None` if there is nobody to take it.
fn hand_over_form(
    visit: &RequestContext,
    address: &str,
    stands: &Stands<LeaderView>,
) -> Option<Form> {
    if stands.followers.is_empty() {
        return None;
    }
    let texts = visit.texts();
    let one = |here: &Here| Choice::new(here.number.to_string(), member_name(texts, here));
    let all = stands.followers.iter().map(one).collect();
    let action = format!("{address}/crown");
    let form = visit.form("crown", &action, "room-hand");
    Some(form.with_field(Field::select(texts, "to", "room-hand-to", all)))
}

/// The actions of the leader and of the room's creator.
#[derive(Default)]
pub struct LeadPanel {
    pub leads: bool,
    /// The form for a leader without a script.
    pub lead: Option<Markup>,
    pub hand: Option<Markup>,
    pub back: Option<SubmitButton>,
    pub end: Option<SubmitButton>,
}

impl LeadPanel {
    pub fn new(
        visit: &RequestContext,
        address: &str,
        (stands, part): (&Stands<LeaderView>, Part),
        views: &[Perspective],
    ) -> LeadPanel {
        if !part.leads && !part.opened {
            return LeadPanel::default();
        }
        let end = visit.button(format!("{address}/end"), "room-end").dangerous();
        let back = || visit.button(format!("{address}/crown"), "room-take-back");
        LeadPanel {
            leads: part.leads,
            lead: part.leads.then(|| lead_form(visit, address, stands.shown, views).markup()),
            hand: match part.leads {
                true => hand_over_form(visit, address, stands).map(|form| form.markup()),
                false => None,
            },
            back: (!part.leads).then(|| back().with_hidden_field("to", "back")),
            end: Some(end),
        }
    }
}
