//! Formats an account's personal data as a JSON file that is streamed while it is read.

use data_encoding::BASE64;
use serde_json::{Value, json};

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::game::write_json;
use adjutant_domain::moment::Micros;
use adjutant_domain::notice::{NoticeKinds, QuietHours};
use adjutant_domain::review::{Glyph, format_marks};
use adjutant_service::privacy::{Part, Standing};
use adjutant_service::records::date_of;
use salpakan::rules::Color;

use crate::audit::AuditEntryItem;
use crate::games::GameItem;
use crate::players::RatingHistoryItem;
use adjutant_site::time_format::{to_rfc3339, to_rfc3339_opt};

/// The file before its first part.
pub fn json_head(now: Micros) -> String {
    format!(
        "{{\"format\":\"adjutant-own-data-1\",\"made_at\":{},\"parts\":[",
        json!(to_rfc3339(now))
    )
}

/// The file after its last part.
pub const JSON_TAIL: &str = "\n]}\n";

/// A part as a line; `first` tells whether it is the first one.
pub fn json_line(part: &Part, first: bool) -> String {
    let mut text = String::from(if first { "\n" } else { ",\n" });
    if let Part::Record(record) = part {
        text += "{\"part\":\"record\",\"record\":";
        write_json(&mut text, record);
        text.push('}');
        return text;
    }
    let mut value = part_value(part);
    if let Value::Object(fields) = &mut value {
        fields.insert("part".to_owned(), json!(part.key()));
    }
    text + &value.to_string()
}

fn part_value(part: &Part) -> Value {
    match part {
        Part::Account(one) => json!({
            "name": one.name, "email": one.email, "email_confirmed": one.email_confirmed,
            "site_role": one.site_role.key(), "second_factor": one.has_second_factor,
            "language": one.language, "created_at": to_rfc3339(one.created_at),
            "signed_in_at": to_rfc3339_opt(one.signed_in_at.if_ever()),
            "password_at": to_rfc3339_opt(one.password_changed_at.if_ever()),
        }),
        Part::Player(one) => json!({
            "handle": one.handle, "display_name": one.display_name, "real_name": one.real_name,
            "real_name_public": one.real_name_public, "age": one.age.key(),
            "guardian_agrees": one.guardian_agrees, "about": one.about, "club": one.club,
        }),
        Part::Picture(jpeg) => json!({ "jpeg_base64": BASE64.encode(jpeg) }),
        Part::Membership(one) => json!({
            "organisation": one.organisation, "club": one.club, "province": one.province,
            "details": one.details.as_ref().map(|details| json!({
                "reference": details.reference, "real_name": details.real_name,
                "age": details.age.key(),
            })),
            "verified_at": to_rfc3339_opt(one.verified_at),
            "joined_at": to_rfc3339(one.joined_at),
        }),
        Part::EventDetails(one) => json!({
            "event": one.event, "name": one.name,
            "details": one.details.as_ref().map(|details| json!({
                "federation_number": details.federation_number,
                "birth_year": details.birth_year,
                "gender": details.gender.map(|gender| gender.key()),
            })),
        }),
        Part::Role(one) => json!({
            "organisation": one.organisation, "role": one.role.map(|role| role.key()),
            "event": one.event, "duties": one.duties.keys().collect::<Vec<_>>(),
            "granted_at": to_rfc3339(one.granted_at),
        }),
        Part::Claim(one) => json!({
            "player": one.player, "state": one.state.key(), "words": one.words,
            "made_at": to_rfc3339(one.made_at), "decided_at": to_rfc3339_opt(one.decided_at),
        }),
        other => part_value_continued(other),
    }
}

fn part_value_continued(part: &Part) -> Value {
    match part {
        Part::Session(one) => json!({
            "created_at": to_rfc3339(one.created_at), "seen_at": to_rfc3339(one.seen_at),
            "second_factor": one.second_factor != 0, "agent": one.agent,
        }),
        Part::Passkey(one) => json!({
            "name": one.name, "added_at": to_rfc3339(one.added_at),
            "used_at": to_rfc3339_opt(one.used_at),
        }),
        Part::Token(one) => json!({
            "name": one.name, "scopes": TokenScopes::from_bits(one.scopes).keys().collect::<Vec<_>>(),
            "created_at": to_rfc3339(one.created_at), "expires_at": to_rfc3339_opt(one.expires_at.if_ever()),
            "used_at": to_rfc3339_opt(one.used_at.if_ever()),
            "revoked_at": to_rfc3339_opt(one.revoked_at.if_ever()),
        }),
        Part::SetUp(one) => json!({
            "name": one.name, "rule_set": one.rules.key(), "set_up": one.army.notation(),
            "share_code": one.share_code(), "created_at": to_rfc3339(one.created_at),
            "changed_at": to_rfc3339(one.changed_at),
        }),
        Part::Review(one) => json!({
            "game": one.game.to_string(), "title": one.title, "published": one.published,
            "taken_down": one.taken_down.as_ref().map(|down| json!({
                "at": to_rfc3339(down.at), "reason": down.reason,
            })),
            "remarks": one.remarks.iter().map(|(ply, remark)| json!({
                "ply": ply, "words": remark.comment, "glyph": remark.glyph.map(Glyph::key),
                "marks": format_marks(&remark.marks),
            })).collect::<Vec<_>>(),
            "created_at": to_rfc3339(one.created_at), "changed_at": to_rfc3339(one.changed_at),
        }),
        Part::Collection(one) => json!({
            "title": one.summary.title, "words": one.summary.description, "published": one.summary.is_published,
            "chapters": one.chapters.iter().map(|chapter| json!({
                "game": chapter.game.as_ref().map(|game| game.id.to_string()), "ply": chapter.ply,
                "review": chapter.review, "title": chapter.title, "words": chapter.text,
            })).collect::<Vec<_>>(),
            "created_at": to_rfc3339(one.summary.created_at),
            "changed_at": to_rfc3339(one.summary.changed_at),
        }),
        Part::Seek(one) => json!({
            "id": one.id, "to": one.to, "color": one.color.map(Color::key),
            "created_at": to_rfc3339(one.created_at), "expires_at": to_rfc3339(one.expires_at),
        }),
        Part::Follow(one) => json!({
            "kind": one.kind.key(), "address": one.address, "name": one.name,
            "since": to_rfc3339(one.since),
        }),
        Part::Notice(one) => json!({
            "kind": one.notice.kind().keys().next(), "address": one.path,
            "made_at": to_rfc3339(one.made_at), "read_at": to_rfc3339_opt(one.read_at),
        }),
        Part::NoticeSettings(own) => {
            let keys = |kinds: NoticeKinds| kinds.keys().collect::<Vec<_>>();
            json!({
                "site": keys(own.site), "mail": keys(own.mail), "push": keys(own.push),
                "quiet": own.quiet.map(QuietHours::bounds), "zone": own.zone, "digest": own.digest,
            })
        }
        Part::Browser(host, since) => {
            json!({ "push_service": host, "since": to_rfc3339(*since) })
        }
        Part::Case(one) => json!({ "text": one.entry.words(), "at": to_rfc3339(one.at) }),
        Part::Report(one) => json!({ "text": one.text, "at": to_rfc3339(one.at) }),
        Part::Play(one) => json!({
            "id": one.id, "color": one.color.key(), "state": one.state.key(), "rated": one.rated,
            "created_at": to_rfc3339(one.created_at), "ended_at": to_rfc3339_opt(one.ended_at),
            "notes": one.notes,
        }),
        Part::Standing(one) => rating_value(one),
        Part::Rated(one) => json!({
            "pool": one.pool.key, "change": RatingHistoryItem::from(one.entry.clone()),
        }),
        Part::Audit(one) => json!(AuditEntryItem::from((**one).clone())),
        Part::Game(one) => json!(GameItem::from((**one).clone())),
        _ => json!({}),
    }
}

/// A rating in the format of the API.
fn rating_value(one: &Standing) -> Value {
    let ledger = &one.ledger;
    json!({
        "pool": one.pool.key, "rating": ledger.glicko.whole_points(),
        "deviation": ledger.glicko.whole_deviation(), "games": ledger.totals.games(),
        "peak": ledger.peak.map(|peak| (peak + 50) / 100), "last_day": date_of(ledger.last_day),
    })
}
