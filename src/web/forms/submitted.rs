//! Forms that change something: accepted from the site's own pages only, with declared fields only.

use actix_multipart::Multipart;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Payload};
use actix_web::{HttpRequest, error};
use futures_util::{StreamExt, stream};
use subtle::ConstantTimeEq;

use crate::web::body;
use crate::web::error::PageError;
use crate::web::parameters::decode_form_value;
use crate::web::redacted_debug::mute;
use crate::web::request_context::RequestContext;

/// The field of the CSRF token, part of every form.
pub const TOKEN_FIELD: &str = "csrf";
/// The largest form without files.
const MAX_TEXT_BYTES: usize = 64 << 10;
/// The largest number of fields; a page of a roster has a few hundred.
const MAX_FIELDS: usize = 2_000;

/// The declared fields of a form; others are refused, so that nobody can set what no form offers.
#[derive(Debug, Clone, Copy, Default)]
pub struct FormSchema {
    /// Fields that occur at most once.
    pub single: &'static [&'static str],
    /// Fields that may occur several times, such as checkboxes.
    pub repeated: &'static [&'static str],
    /// Files with their maximum sizes in bytes.
    pub files: &'static [(&'static str, usize)],
}

impl FormSchema {
    /// A form of single fields.
    pub const fn new(once: &'static [&'static str]) -> FormSchema {
        FormSchema { single: once, repeated: &[], files: &[] }
    }

    fn max_bytes(&self) -> usize {
        MAX_TEXT_BYTES + self.files.iter().map(|(_, most)| most).sum::<usize>()
    }

    fn field(&self, name: &str) -> Option<(&'static str, bool)> {
        let once = self.single.iter().chain(&[TOKEN_FIELD]).find(|own| **own == name);
        let many = self.repeated.iter().find(|own| **own == name);
        once.map(|own| (*own, false)).or(many.map(|own| (*own, true)))
    }
}

#[derive(Clone, PartialEq, Eq)]
pub struct UploadedFile {
    /// The name given by the sender: for display only.
    pub name: String,
    pub bytes: Bytes,
}

/// The submitted values.
#[derive(Clone, Default)]
pub struct SubmittedForm {
    fields: Vec<(&'static str, String)>,
    files: Vec<(&'static str, UploadedFile)>,
}

mute!(UploadedFile, SubmittedForm);

impl SubmittedForm {
    /// The field as submitted; empty if missing.
    pub fn raw(&self, name: &str) -> &str {
        self.fields.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value)
    }

    /// The field without surrounding white space. Not for passwords, which may begin with some.
    pub fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(own, _)| *own == name)
    }

    /// Whether a checkbox is ticked.
    pub fn is_checked(&self, name: &str) -> bool {
        self.has(name)
    }

    /// All values of a repeated field.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(own, _)| *own == name).map(|(_, value)| value.trim())
    }

    /// The uploaded file; `None` if none was chosen.
    pub fn file(&self, name: &str) -> Option<&UploadedFile> {
        let chosen = |(own, sent): &&(&str, UploadedFile)| *own == name && !sent.bytes.is_empty();
        self.files.iter().find(chosen).map(|(_, sent)| sent)
    }
}

/// Why a form is refused before its fields are interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormError {
    CrossOrigin,
    TokenMismatch,
    Unreadable,
    FileTooLarge { most: usize },
}

impl FormError {
    fn to_page(self, visit: &RequestContext) -> PageError {
        let texts = visit.texts();
        let (status, words) = match self {
            FormError::CrossOrigin => (StatusCode::FORBIDDEN, texts.get("error-foreign-form")),
            FormError::TokenMismatch => (StatusCode::FORBIDDEN, texts.get("error-stale-form")),
            FormError::Unreadable => (StatusCode::BAD_REQUEST, texts.get("error-form")),
            FormError::FileTooLarge { most } => {
                let words = texts.one("error-file-too-large", "kilobytes", most >> 10);
                (StatusCode::PAYLOAD_TOO_LARGE, words)
            }
        };
        PageError::with_status(visit, status, words)
    }
}

/// Reads the form of a request.
///
/// # Errors
/// Returns an error page if the form was sent from another site, its token does not match, it is
/// too large or too slow, or it has an undeclared or repeated field.
pub async fn read_form(
    visit: &RequestContext,
    request: &HttpRequest,
    payload: Payload,
    shape: FormSchema,
) -> Result<SubmittedForm, PageError> {
    if !is_same_origin(request) {
        return Err(FormError::CrossOrigin.to_page(visit));
    }
    let body = body::read_body(payload, shape.max_bytes(), visit.site.settings.receive_timeout)
        .await
        .map_err(|e| PageError::with_status(visit, e.status(), e.message(visit.texts())))?;
    let multipart = content_type(request).starts_with("multipart/form-data");
    let form = if multipart {
        parse_multipart(request, body, shape).await
    } else {
        parse_urlencoded(&body, shape)
    };
    let form = form.map_err(|refusal| refusal.to_page(visit))?;
    let expected = visit.form_token();
    let same: bool = form.raw(TOKEN_FIELD).as_bytes().ct_eq(expected.as_bytes()).into();
    if same { Ok(form) } else { Err(FormError::TokenMismatch.to_page(visit)) }
}

fn content_type(request: &HttpRequest) -> &str {
    let value = request.headers().get(header::CONTENT_TYPE);
    value.and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Parses `application/x-www-form-urlencoded`.
fn parse_urlencoded(body: &[u8], shape: FormSchema) -> Result<SubmittedForm, FormError> {
    let text = std::str::from_utf8(body).map_err(|_| FormError::Unreadable)?;
    let mut form = SubmittedForm::default();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decode_form_value(name).ok_or(FormError::Unreadable)?;
        let value = decode_form_value(value).ok_or(FormError::Unreadable)?;
        push_field(&mut form, shape, &name, value)?;
    }
    Ok(form)
}

fn push_field(
    form: &mut SubmittedForm,
    shape: FormSchema,
    name: &str,
    value: String,
) -> Result<(), FormError> {
    let (own, many) = shape.field(name).ok_or(FormError::Unreadable)?;
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if form.fields.len() >= MAX_FIELDS || value.contains(control) || (!many && form.has(own)) {
        return Err(FormError::Unreadable);
    }
    form.fields.push((own, value));
    Ok(())
}

/// Parses `multipart/form-data`.
async fn parse_multipart(
    request: &HttpRequest,
    body: Bytes,
    shape: FormSchema,
) -> Result<SubmittedForm, FormError> {
    let whole = stream::once(async { Ok::<_, error::PayloadError>(body) });
    let mut parts = Multipart::new(request.headers(), whole.boxed_local());
    let mut form = SubmittedForm::default();
    while let Some(part) = parts.next().await {
        let mut part = part.map_err(|_| FormError::Unreadable)?;
        let named = part.content_disposition().cloned().ok_or(FormError::Unreadable)?;
        let name = named.get_name().ok_or(FormError::Unreadable)?.to_owned();
        let file = shape.files.iter().find(|(own, _)| *own == name).copied();
        // Pasted text may be as long as a file.
        let most = file.map_or(shape.max_bytes(), |(_, most)| most);
        let mut bytes = Vec::new();
        while let Some(piece) = part.next().await {
            bytes.extend_from_slice(&piece.map_err(|_| FormError::Unreadable)?);
            if bytes.len() > most {
                return Err(FormError::FileTooLarge { most });
            }
        }
        let Some((own, _)) = file else {
            let value = String::from_utf8(bytes).map_err(|_| FormError::Unreadable)?;
            push_field(&mut form, shape, &name, value)?;
            continue;
        };
        if form.files.iter().any(|(other, _)| *other == own) {
            return Err(FormError::Unreadable);
        }
        let name = named.get_filename().unwrap_or_default().to_owned();
        form.files.push((own, UploadedFile { name, bytes: bytes.into() }));
    }
    Ok(form)
}

/// Whether the form was sent from a page of this site.
pub fn is_same_origin(request: &HttpRequest) -> bool {
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

    const SHAPE: FormSchema =
        FormSchema { single: &["name", "about"], repeated: &["duty"], files: &[] };

    #[test]
    fn the_fields_of_a_form_are_read_by_name() {
        let form =
            parse_urlencoded(b"name=+Ni%C3%B1o+&duty=results&duty=pairings&about=", SHAPE).unwrap();
        assert_eq!((form.text("name"), form.raw("name")), ("Niño", " Niño "));
        assert_eq!(form.all("duty").collect::<Vec<_>>(), ["results", "pairings"]);
        assert!(form.has("about") && !form.has(TOKEN_FIELD) && form.raw("about").is_empty());
    }

    #[test]
    fn a_field_that_no_form_has_or_that_comes_twice_is_refused() {
        for wrong in ["role=owner", "name=a&name=b", "name=%00", "name=%ff", "csrf=a&csrf=b"] {
            let refused = parse_urlencoded(wrong.as_bytes(), SHAPE).unwrap_err();
            assert_eq!(refused, FormError::Unreadable, "{wrong}");
        }
    }
}
