//! Forms that change something: only from our own pages, only the fields that they have.

use actix_multipart::Multipart;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Payload};
use actix_web::{HttpRequest, error};
use futures_util::{StreamExt, stream};
use subtle::ConstantTimeEq;

use super::body;
use super::error::PageError;
use super::mute::mute;
use super::parameters::decoded;
use super::visit::Visit;

/// The field that every form carries.
pub const TOKEN_FIELD: &str = "csrf";
/// Largest form without files.
const MOST_TEXT: usize = 64 << 10;
/// Most fields: a page of a roster has a few hundred.
const MOST_FIELDS: usize = 2_000;

/// The fields that a form has; anything else is refused, so that nobody sets what no form asks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shape {
    /// Fields that come once at most.
    pub once: &'static [&'static str],
    /// Fields that may come several times, such as boxes to tick.
    pub many: &'static [&'static str],
    /// Files, each with the most bytes that it may have.
    pub files: &'static [(&'static str, usize)],
}

impl Shape {
    /// A form of fields that come once.
    #[must_use]
    pub const fn of(once: &'static [&'static str]) -> Shape {
        Shape { once, many: &[], files: &[] }
    }

    fn most_bytes(&self) -> usize {
        MOST_TEXT + self.files.iter().map(|(_, most)| most).sum::<usize>()
    }

    fn name(&self, name: &str) -> Option<(&'static str, bool)> {
        let once = self.once.iter().chain(&[TOKEN_FIELD]).find(|own| **own == name);
        let many = self.many.iter().find(|own| **own == name);
        once.map(|own| (*own, false)).or(many.map(|own| (*own, true)))
    }
}

/// A file that was sent along.
#[derive(Clone, PartialEq, Eq)]
pub struct Sent {
    /// As its sender calls it: to show, never to open.
    pub name: String,
    pub bytes: Bytes,
}

/// What was sent.
#[derive(Clone, Default)]
pub struct Form {
    fields: Vec<(&'static str, String)>,
    files: Vec<(&'static str, Sent)>,
}

mute!(Sent, Form);

impl Form {
    /// The field as it was sent; empty where it was not.
    #[must_use]
    pub fn raw(&self, name: &str) -> &str {
        self.fields.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value)
    }

    /// The field without white space around it. Not for passwords, which may begin with some.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// Whether the field was sent at all.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(own, _)| *own == name)
    }

    /// Whether a box is ticked.
    #[must_use]
    pub fn is_ticked(&self, name: &str) -> bool {
        self.has(name)
    }

    /// All values of a field that may come several times.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(own, _)| *own == name).map(|(_, value)| value.trim())
    }

    /// The file that was chosen; `None` where none was.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&Sent> {
        let chosen = |(own, sent): &&(&str, Sent)| *own == name && !sent.bytes.is_empty();
        self.files.iter().find(chosen).map(|(_, sent)| sent)
    }
}

/// Why a form is refused before anybody looks at what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    Foreign,
    Stale,
    Unreadable,
    FileTooLarge { most: usize },
}

impl Refusal {
    fn page(self, visit: &Visit) -> PageError {
        let texts = visit.texts();
        let (status, words) = match self {
            Refusal::Foreign => (StatusCode::FORBIDDEN, texts.get("error-foreign-form")),
            Refusal::Stale => (StatusCode::FORBIDDEN, texts.get("error-stale-form")),
            Refusal::Unreadable => (StatusCode::BAD_REQUEST, texts.get("error-form")),
            Refusal::FileTooLarge { most } => {
                let words = texts.one("error-file-too-large", "kilobytes", most >> 10);
                (StatusCode::PAYLOAD_TOO_LARGE, words)
            }
        };
        PageError::with(visit, status, words)
    }
}

/// Reads the form of a request.
///
/// # Errors
/// The page that says why not: it was sent from elsewhere, its token is not this browser's, it
/// is too large or too slow, has a field that the form does not have, or one twice.
pub async fn read(
    visit: &Visit,
    request: &HttpRequest,
    payload: Payload,
    shape: Shape,
) -> Result<Form, PageError> {
    if !from_own_page(request) {
        return Err(Refusal::Foreign.page(visit));
    }
    let body = body::read(payload, shape.most_bytes(), visit.site.settings.patience)
        .await
        .map_err(|e| PageError::with(visit, e.status(), e.words(visit.texts())))?;
    let multipart = content_type(request).starts_with("multipart/form-data");
    let form = if multipart { parts(request, body, shape).await } else { pairs(&body, shape) };
    let form = form.map_err(|refusal| refusal.page(visit))?;
    let expected = visit.form_token();
    let same: bool = form.raw(TOKEN_FIELD).as_bytes().ct_eq(expected.as_bytes()).into();
    if same { Ok(form) } else { Err(Refusal::Stale.page(visit)) }
}

fn content_type(request: &HttpRequest) -> &str {
    let value = request.headers().get(header::CONTENT_TYPE);
    value.and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The fields of a form in the usual encoding.
fn pairs(body: &[u8], shape: Shape) -> Result<Form, Refusal> {
    let text = std::str::from_utf8(body).map_err(|_| Refusal::Unreadable)?;
    let mut form = Form::default();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decoded(name).ok_or(Refusal::Unreadable)?;
        let value = decoded(value).ok_or(Refusal::Unreadable)?;
        add(&mut form, shape, &name, value)?;
    }
    Ok(form)
}

fn add(form: &mut Form, shape: Shape, name: &str, value: String) -> Result<(), Refusal> {
    let (own, many) = shape.name(name).ok_or(Refusal::Unreadable)?;
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if form.fields.len() >= MOST_FIELDS || value.contains(control) || (!many && form.has(own)) {
        return Err(Refusal::Unreadable);
    }
    form.fields.push((own, value));
    Ok(())
}

/// The fields and files of a form that has files.
async fn parts(request: &HttpRequest, body: Bytes, shape: Shape) -> Result<Form, Refusal> {
    let whole = stream::once(async { Ok::<_, error::PayloadError>(body) });
    let mut parts = Multipart::new(request.headers(), whole.boxed_local());
    let mut form = Form::default();
    while let Some(part) = parts.next().await {
        let mut part = part.map_err(|_| Refusal::Unreadable)?;
        let named = part.content_disposition().cloned().ok_or(Refusal::Unreadable)?;
        let name = named.get_name().ok_or(Refusal::Unreadable)?.to_owned();
        let file = shape.files.iter().find(|(own, _)| *own == name).copied();
        // What a file may have may be pasted as well.
        let most = file.map_or(shape.most_bytes(), |(_, most)| most);
        let mut bytes = Vec::new();
        while let Some(piece) = part.next().await {
            bytes.extend_from_slice(&piece.map_err(|_| Refusal::Unreadable)?);
            if bytes.len() > most {
                return Err(Refusal::FileTooLarge { most });
            }
        }
        let Some((own, _)) = file else {
            let value = String::from_utf8(bytes).map_err(|_| Refusal::Unreadable)?;
            add(&mut form, shape, &name, value)?;
            continue;
        };
        if form.files.iter().any(|(other, _)| *other == own) {
            return Err(Refusal::Unreadable);
        }
        let name = named.get_filename().unwrap_or_default().to_owned();
        form.files.push((own, Sent { name, bytes: bytes.into() }));
    }
    Ok(form)
}

/// Whether the form was sent from one of our pages.
pub fn from_own_page(request: &HttpRequest) -> bool {
    let value = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    match (value("sec-fetch-site"), value("origin")) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => {
            let host = value("host").unwrap_or_default();
            origin.split_once("://").is_some_and(|(_, rest)| rest == host)
        }
        (None, None) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { once: &["name", "about"], many: &["duty"], files: &[] };

    #[test]
    fn the_fields_of_a_form_are_read_by_name() {
        let form = pairs(b"name=+Ni%C3%B1o+&duty=results&duty=pairings&about=", SHAPE).unwrap();
        assert_eq!((form.text("name"), form.raw("name")), ("Niño", " Niño "));
        assert_eq!(form.all("duty").collect::<Vec<_>>(), ["results", "pairings"]);
        assert!(form.has("about") && !form.has(TOKEN_FIELD) && form.raw("about").is_empty());
    }

    #[test]
    fn a_field_that_no_form_has_or_that_comes_twice_is_refused() {
        for wrong in ["role=owner", "name=a&name=b", "name=%00", "name=%ff", "csrf=a&csrf=b"] {
            let refused = pairs(wrong.as_bytes(), SHAPE).unwrap_err();
            assert_eq!(refused, Refusal::Unreadable, "{wrong}");
        }
    }
}
