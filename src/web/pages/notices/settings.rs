//! Which notices the visitor wants, and when.

use crate::web::prelude::*;
use adjutant_domain::notice::{NoticeKinds, NoticeSettings, QuietHours};
use adjutant_service::{accounts, notices};
use adjutant_site::time_zones::zone_choices;

use super::list;

const ADDRESS: &str = "/notices/settings";
const DONE_KEYS: &[&str] = &["done-notices-saved"];

#[derive(Deserialize)]
struct SettingsForm {
    #[serde(default)]
    site: Vec<String>,
    #[serde(default)]
    mail: Vec<String>,
    #[serde(default)]
    push: Vec<String>,
    digest: bool,
    quiet_from: String,
    quiet_until: String,
    zone: String,
}

/// A checkbox for each kind.
fn kinds_field(texts: Texts, name: &'static str, label: &str, chosen: NoticeKinds) -> Field {
    let choice = |(_, key): &(NoticeKinds, &str)| {
        Choice::new(*key, texts.get(&format!("notice-kind-{key}")))
    };
    let chosen: Vec<String> = chosen.keys().map(str::to_owned).collect();
    Field::checkbox_group(texts, name, label, NoticeKinds::ALL.iter().map(choice).collect())
        .with_chosen(&chosen)
}

fn kinds(sent: &[String]) -> NoticeKinds {
    let found = sent.iter().filter_map(|key| NoticeKinds::parse(key));
    found.fold(NoticeKinds::NONE, NoticeKinds::union)
}

/// A minute of the day as `22:00`.
fn format_time(minute: u16) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

fn parse_time(text: &str) -> Option<u16> {
    let (hour, minute) = text.trim().split_once(':')?;
    let (hour, minute) = (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

/// Quiet hours from two fields, both empty for none.
fn quiet_hours(texts: Texts, sent: &SettingsForm) -> Result<Option<QuietHours>, FormRefusal> {
    if sent.quiet_from.is_empty() && sent.quiet_until.is_empty() {
        return Ok(None);
    }
    let fields = [("quiet_from", &sent.quiet_from), ("quiet_until", &sent.quiet_until)];
    let missing = fields.iter().find(|(_, text)| text.is_empty());
    let incomplete = missing.map(|(name, _)| (*name, texts.get("notices-fault-both-times")));
    FormRefusal::if_any(incomplete.into_iter().collect::<Vec<_>>())?;
    let unread = fields.iter().filter(|(_, text)| parse_time(text).is_none());
    let faults: Vec<_> = unread.map(|(name, _)| (*name, texts.get("notices-fault-time"))).collect();
    FormRefusal::if_any(faults)?;
    let [from, until] = fields.map(|(_, text)| parse_time(text).unwrap_or_default());
    Ok(QuietHours::new(from, until))
}

fn form_page(visit: &RequestContext, now: &NoticeSettings, has_email: bool) -> FormPage {
    let texts = visit.texts();
    let zones = zone_choices(&now.zone).into_iter().map(|name| Choice::new(name.clone(), name));
    let [from, until] = match now.quiet.map(QuietHours::bounds) {
        Some((from, until)) => [from, until].map(format_time),
        None => Default::default(),
    };
    let mail = kinds_field(texts, "mail", "notices-by-mail", now.mail);
    let form = visit.form("notices", ADDRESS, "save").with_fields([
        kinds_field(texts, "site", "notices-on-site", now.site),
        if has_email { mail } else { mail.hint("notices-by-mail-none") },
        kinds_field(texts, "push", "notices-by-push", now.push),
        Field::checkbox(texts, "digest", "notices-digest", now.digest),
        Field::text(texts, "quiet_from", "notices-quiet-from")
            .hint("notices-quiet-hint")
            .value(from),
        Field::text(texts, "quiet_until", "notices-quiet-until").value(until),
        Field::select(texts, "zone", "notices-zone", zones.collect())
            .hint("notices-zone-hint")
            .value(now.zone.clone()),
    ]);
    let over = (texts.get("notices-title"), list::ADDRESS.to_owned());
    FormPage::new(visit, AreaHeader::below(over, texts.get("notices-settings"))).form(form)
}

/// The settings, and whether the visitor can get mail.
async fn load(visit: &RequestContext) -> PageResult<(NoticeSettings, bool)> {
    let mails = visit.site.mailer.is_some();
    visit
        .run_brief(move |app, actor| {
            let now = notices::settings(app, actor)?;
            let own = accounts::own_account(app, actor);
            let has_email = own.is_ok_and(|own| own.account.email_confirmed);
            Ok((now, mails && has_email))
        })
        .await
}

pub async fn show(visit: RequestContext, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, DONE_KEYS)?;
    let (now, has_email) = load(&visit).await?;
    form_page(&visit, &now, has_email).done(done).respond(&visit)
}

pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<SettingsForm>(&visit).await?;
    let (now, has_email) = load(&visit).await?;
    let new = quiet_hours(visit.texts(), &sent).map(|quiet| NoticeSettings {
        site: kinds(&sent.site),
        mail: kinds(&sent.mail),
        push: kinds(&sent.push),
        quiet,
        zone: sent.zone.clone(),
        digest: sent.digest,
    });
    let saved = visit.attempt_form(new, |app, actor, new| notices::save_settings(app, actor, &new));
    let outcome = saved.await?.map(|()| (ADDRESS, "done-notices-saved"));
    form_page(&visit, &now, has_email).answer(&visit, &sent, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_shown() {
        for minute in [0, 59, 60, 22 * 60 + 30, 24 * 60 - 1] {
            assert_eq!(parse_time(&format_time(minute)), Some(minute));
        }
        for wrong in ["", "24:00", "12:60", "12", "noon", "-1:00"] {
            assert_eq!(parse_time(wrong), None, "{wrong}");
        }
    }
}
