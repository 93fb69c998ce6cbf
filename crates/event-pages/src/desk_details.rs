//! What people want to know of an event before they come: edited at the desk, shown on the event's page.

use adjutant_domain::contest::{ContestSettings, EventDetails};
use adjutant_domain::organisation::website::parse_website;
use adjutant_site::forms::SubmittedForm;
use adjutant_site::i18n::Texts;
use adjutant_site::kit::{Field, Form, LabeledFact};
use adjutant_site::markdown::render_markdown;
use adjutant_site::markup::Markup;
use adjutant_site::request_context::RequestContext;

pub const FORM_ACTION: &str = "details";

pub fn form(visit: &RequestContext, settings: &ContestSettings, action: &str) -> Form {
    let (texts, about) = (visit.texts(), &settings.about);
    let line = |name, label, value: &str| Field::text(texts, name, label).value(value);
    let area = |name, label, value: &str| Field::textarea(texts, name, label).value(value);
    visit.form(FORM_ACTION, action, "contest-about-save").with_fields([
        Field::hidden(texts, "do", FORM_ACTION),
        area("description", "contest-description", &about.description)
            .hint("contest-markdown-hint"),
        line("address", "contest-address", &about.address).autocomplete("off"),
        line("map", "contest-map", &about.map).hint("contest-map-hint").autocomplete("off"),
        line("contact", "contest-contact", &about.contact)
            .hint("contest-contact-hint")
            .autocomplete("off"),
        area("regulations", "contest-regulations", &about.regulations)
            .hint("contest-regulations-hint"),
    ])
}

pub fn apply_form(settings: &ContestSettings, sent: &SubmittedForm) -> ContestSettings {
    let line = |name| sent.text(name).to_owned();
    // Browsers send line breaks as two characters.
    let lines = |name| sent.text(name).replace("\r\n", "\n");
    ContestSettings {
        about: EventDetails {
            address: line("address"),
            map: line("map"),
            description: lines("description"),
            contact: line("contact"),
            regulations: lines("regulations"),
        },
        ..settings.clone()
    }
}

/// Whether a text is the address of a website.
fn is_website(text: &str) -> bool {
    !text.is_empty() && parse_website(text).is_ok()
}

/// Whether a text looks like a mail address, of which a link can be made.
fn is_mail_address(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || ".-_+@".contains(c);
    let halves = text.split_once('@');
    text.chars().all(fits)
        && halves
            .is_some_and(|(who, host)| !who.is_empty() && host.contains('.') && !host.contains('@'))
}

/// Address, contact and linked regulations, as far as they are given.
pub fn detail_facts(about: &EventDetails, texts: Texts) -> Vec<LabeledFact> {
    let mut all = Vec::new();
    if !about.address.is_empty() || !about.map.is_empty() {
        let fact = LabeledFact::new(texts, "contest-address", &about.address);
        all.push(match about.map.as_str() {
            "" => fact,
            map => fact.with_link(texts, map, "contest-map-open"),
        });
    }
    let contact = about.contact.as_str();
    if is_website(contact) {
        let fact = LabeledFact::new(texts, "contest-contact", "");
        all.push(fact.with_link(texts, contact, "contest-link-open"));
    } else if !contact.is_empty() {
        let fact = LabeledFact::new(texts, "contest-contact", contact);
        all.push(match is_mail_address(contact) {
            true => fact.with_link(texts, format!("mailto:{contact}"), "contest-contact-write"),
            false => fact,
        });
    }
    if is_website(&about.regulations) {
        let fact = LabeledFact::new(texts, "contest-regulations", "");
        all.push(fact.with_link(texts, &about.regulations, "contest-link-open"));
    }
    all
}

/// What is written in Markdown.
pub struct DetailTexts {
    pub description: Markup,
    /// Empty if they are a link.
    pub regulations: Markup,
}

impl DetailTexts {
    pub fn new(about: &EventDetails) -> DetailTexts {
        let regulations = Some(&about.regulations).filter(|text| !is_website(text));
        DetailTexts {
            description: render_markdown(&about.description),
            regulations: regulations.map(|text| render_markdown(text)).unwrap_or_default(),
        }
    }
}
