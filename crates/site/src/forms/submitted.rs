//! Forms that change something: accepted from the site's own pages only, with declared fields only.

use std::ops::Deref;

use actix_multipart::Multipart;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Payload};
use actix_web::{FromRequest, HttpRequest, dev, error};
use futures_util::future::LocalBoxFuture;
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use subtle::ConstantTimeEq;

use crate::body;
use crate::error::{PageError, PageResult};
use crate::parameters::{QueryParameters, QueryString, decode_form_value};
use crate::redacted_debug::mute;
use crate::request_context::RequestContext;

use super::values::from_fields;

/// The field of the CSRF token, part of every form.
pub const TOKEN_FIELD: &str = "csrf";
/// The largest form without files.
const MAX_TEXT_BYTES: usize = 64 << 10;
/// The largest number of fields; a page of a roster has a few hundred.
const MAX_FIELDS: usize = 2_000;

/// Reads the declared fields of a form that changes nothing, and so needs no token.
pub async fn read_plain_form(
    visit: &RequestContext,
    payload: Payload,
    most_bytes: usize,
    fields: &'static [&'static str],
) -> PageResult<QueryParameters> {
    let body = body::read_body(payload, most_bytes, visit.site.settings.receive_timeout)
        .await
        .map_err(|e| PageError::with_status(visit, e.status(), e.message(visit.texts())))?;
    let text = std::str::from_utf8(&body).map_err(|_| PageError::unreadable_form(visit))?;
    let form = QueryString::from_form_body(text).parse(fields);
    form.map_err(|_| PageError::unreadable_form(visit))
}

/// The declared fields of a form; others are refused, so that nobody can set what no form offers.
/// Pages declare a struct instead, see [`Post::read`].
#[derive(Debug, Clone, Copy, Default)]
pub struct FormSchema<'a> {
    /// Fields that occur at most once.
    pub single: &'a [&'a str],
    /// Fields that may occur several times, such as checkboxes.
    pub repeated: &'a [&'a str],
    /// Files with their maximum sizes in bytes.
    pub files: FileLimits,
}

impl<'a> FormSchema<'a> {
    /// A form of single fields.
    pub const fn new(once: &'a [&'a str]) -> FormSchema<'a> {
        FormSchema { single: once, repeated: &[], files: &[] }
    }

    fn check(&self, form: &SubmittedForm) -> Result<(), FormError> {
        let allowed = |(at, (name, _)): (usize, &(String, String))| {
            let first = || form.fields[..at].iter().all(|(own, _)| own != name);
            self.repeated.contains(&name.as_str())
                || self.single.contains(&name.as_str()) && first()
        };
        let all = form.fields.iter().enumerate().all(allowed);
        if all { Ok(()) } else { Err(FormError::Unreadable) }
    }
}

/// The files that a form may contain, with their maximum sizes in bytes.
pub type FileLimits = &'static [(&'static str, usize)];

#[derive(Clone, PartialEq, Eq)]
pub struct UploadedFile {
    /// The name given by the sender: for display only.
    pub name: String,
    pub bytes: Bytes,
}

/// The submitted values.
#[derive(Clone, Default)]
pub struct SubmittedForm {
    pub(super) fields: Vec<(String, String)>,
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

    fn push(&mut self, name: String, value: String) -> Result<(), FormError> {
        let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        if self.fields.len() >= MAX_FIELDS || value.contains(control) {
            return Err(FormError::Unreadable);
        }
        self.fields.push((name, value));
        Ok(())
    }

    /// Takes out the token; empty if missing.
    fn take_token(&mut self) -> Result<String, FormError> {
        let mut tokens = self.fields.extract_if(.., |(name, _)| name == TOKEN_FIELD);
        let token = tokens.next().map(|(_, token)| token).unwrap_or_default();
        if tokens.next().is_some() { Err(FormError::Unreadable) } else { Ok(token) }
    }

    /// The uploaded file; `None` if none was chosen.
    pub fn file(&self, name: &str) -> Option<&UploadedFile> {
        let chosen = |(own, sent): &&(&str, UploadedFile)| *own == name && !sent.bytes.is_empty();
        self.files.iter().find(chosen).map(|(_, sent)| sent)
    }
}

/// Why a form is refused before its fields are interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormError {
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

/// The body of a request that posts a form, not yet read.
pub struct Post {
    pub request: HttpRequest,
    payload: Payload,
}

impl Post {
    pub const fn new(request: HttpRequest, payload: Payload) -> Post {
        Post { request, payload }
    }

    /// Reads a form whose fields are those of `T`. Refuses, with an error page, a form from another
    /// site or without its token, one that is too large or too slow, and unknown or doubled fields.
    pub fn read<T: DeserializeOwned>(
        self,
        visit: &RequestContext,
    ) -> impl Future<Output = Result<Sent<T>, PageError>> {
        self.read_with_files(visit, &[])
    }

    /// Likewise, for a form with files.
    pub async fn read_with_files<T: DeserializeOwned>(
        self,
        visit: &RequestContext,
        files: FileLimits,
    ) -> Result<Sent<T>, PageError> {
        let raw = read_raw(visit, &self.request, self.payload, files).await?;
        let values = from_fields(&raw).map_err(|refusal| refusal.to_page(visit))?;
        Ok(Sent { values, raw })
    }

    /// Likewise, for a form that changes nothing, and so needs no token.
    pub async fn read_unchanging<T: DeserializeOwned>(
        self,
        visit: &RequestContext,
        files: FileLimits,
    ) -> Result<Sent<T>, PageError> {
        let (raw, _token) = read_untrusted(visit, &self.request, self.payload, files).await?;
        let values = from_fields(&raw).map_err(|refusal| refusal.to_page(visit))?;
        Ok(Sent { values, raw })
    }

    /// Reads a form by a schema.
    pub async fn read_fields(
        self,
        visit: &RequestContext,
        schema: FormSchema<'_>,
    ) -> Result<SubmittedForm, PageError> {
        let form = read_raw(visit, &self.request, self.payload, schema.files).await?;
        schema.check(&form).map_err(|refusal| refusal.to_page(visit))?;
        Ok(form)
    }

    /// Reads the form of a button, which has no fields.
    pub async fn read_empty(self, visit: &RequestContext) -> Result<(), PageError> {
        self.read::<NoFields>(visit).await.map(|_| ())
    }
}

impl FromRequest for Post {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Post, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let (request, payload) = (request.clone(), Payload::from_request(request, payload));
        Box::pin(async { Ok(Post { request, payload: payload.await? }) })
    }
}

#[derive(Deserialize)]
struct NoFields {}

/// A form as its page reads it, together with what was typed, to fill the form in again.
pub struct Sent<T> {
    values: T,
    raw: SubmittedForm,
}

impl<T> Sent<T> {
    pub const fn raw(&self) -> &SubmittedForm {
        &self.raw
    }

    /// The uploaded file; `None` if none was chosen.
    pub fn file(&self, name: &str) -> Option<&UploadedFile> {
        self.raw.file(name)
    }

    pub fn into_values(self) -> T {
        self.values
    }
}

impl<T> Deref for Sent<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.values
    }
}

/// Reads a form of this site with its token; its fields are still to be checked.
async fn read_raw(
    visit: &RequestContext,
    request: &HttpRequest,
    payload: Payload,
    files: FileLimits,
) -> Result<SubmittedForm, PageError> {
    let (form, token) = read_untrusted(visit, request, payload, files).await?;
    let same: bool = token.as_bytes().ct_eq(visit.form_token().as_bytes()).into();
    if same { Ok(form) } else { Err(FormError::TokenMismatch.to_page(visit)) }
}

/// Reads a form of this site, and takes out its token, which is not checked.
async fn read_untrusted(
    visit: &RequestContext,
    request: &HttpRequest,
    payload: Payload,
    files: FileLimits,
) -> Result<(SubmittedForm, String), PageError> {
    if !is_same_origin(request) {
        return Err(FormError::CrossOrigin.to_page(visit));
    }
    let body = body::read_body(payload, max_bytes(files), visit.site.settings.receive_timeout)
        .await
        .map_err(|e| PageError::with_status(visit, e.status(), e.message(visit.texts())))?;
    let multipart = content_type(request).starts_with("multipart/form-data");
    let form = if multipart {
        parse_multipart(request, body, files).await
    } else {
        parse_urlencoded(&body)
    };
    let mut form = form.map_err(|refusal| refusal.to_page(visit))?;
    let token = form.take_token().map_err(|refusal| refusal.to_page(visit))?;
    Ok((form, token))
}

fn max_bytes(files: FileLimits) -> usize {
    MAX_TEXT_BYTES + files.iter().map(|(_, most)| most).sum::<usize>()
}

fn content_type(request: &HttpRequest) -> &str {
    let value = request.headers().get(header::CONTENT_TYPE);
    value.and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Parses `application/x-www-form-urlencoded`.
fn parse_urlencoded(body: &[u8]) -> Result<SubmittedForm, FormError> {
    let text = std::str::from_utf8(body).map_err(|_| FormError::Unreadable)?;
    let mut form = SubmittedForm::default();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decode_form_value(name).ok_or(FormError::Unreadable)?;
        let value = decode_form_value(value).ok_or(FormError::Unreadable)?;
        form.push(name, value)?;
    }
    Ok(form)
}

/// Parses `multipart/form-data`.
async fn parse_multipart(
    request: &HttpRequest,
    body: Bytes,
    files: FileLimits,
) -> Result<SubmittedForm, FormError> {
    let whole = stream::once(async { Ok::<_, error::PayloadError>(body) });
    let mut parts = Multipart::new(request.headers(), whole.boxed_local());
    let mut form = SubmittedForm::default();
    while let Some(part) = parts.next().await {
        let mut part = part.map_err(|_| FormError::Unreadable)?;
        let named = part.content_disposition().cloned().ok_or(FormError::Unreadable)?;
        let name = named.get_name().ok_or(FormError::Unreadable)?.to_owned();
        let file = files.iter().find(|(own, _)| *own == name).copied();
        // Pasted text may be as long as a file.
        let most = file.map_or(max_bytes(files), |(_, most)| most);
        let mut bytes = Vec::new();
        while let Some(piece) = part.next().await {
            bytes.extend_from_slice(&piece.map_err(|_| FormError::Unreadable)?);
            if bytes.len() > most {
                return Err(FormError::FileTooLarge { most });
            }
        }
        let Some((own, _)) = file else {
            let value = String::from_utf8(bytes).map_err(|_| FormError::Unreadable)?;
            form.push(name, value)?;
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
    use crate::forms::{Entry, Verbatim};

    #[derive(Debug, Deserialize)]
    struct Example {
        name: String,
        about: Option<String>,
        password: Verbatim,
        ticked: bool,
        duty: Vec<String>,
        days: Entry<u32>,
        place: Option<String>,
    }

    fn read(body: &str) -> Result<Example, FormError> {
        from_fields(&parse_urlencoded(body.as_bytes())?)
    }

    #[test]
    fn the_fields_of_a_form_are_those_of_a_struct() {
        let body =
            "name=+Ni%C3%B1o+&duty=+results&duty=pairings&about=&password=+a&days=3&ticked=1";
        let form = read(body).unwrap();
        assert_eq!((form.name.as_str(), &*form.password), ("Niño", " a"));
        assert_eq!(form.duty, ["results", "pairings"]);
        assert_eq!((form.about.as_deref(), form.place), (Some(""), None));
        assert!(form.ticked && form.days.get() == Some(3));
    }

    #[test]
    fn what_was_not_sent_is_empty_and_what_is_no_number_is_none() {
        let form = read("days=many").unwrap();
        assert!(form.name.is_empty() && form.duty.is_empty() && !form.ticked);
        assert_eq!((form.days.get(), read("").unwrap().days.get()), (None, None));
    }

    #[test]
    fn a_secret_is_not_printed() {
        assert!(!format!("{:?}", read("password=hidden").unwrap()).contains("hidden"));
    }

    #[test]
    fn a_field_that_no_form_has_or_that_comes_twice_is_refused() {
        for wrong in ["role=owner", "name=a&name=b", "about=&about=", "name=%00", "name=%ff"] {
            assert_eq!(read(wrong).unwrap_err(), FormError::Unreadable, "{wrong}");
        }
        let mut doubled = parse_urlencoded(b"csrf=a&csrf=b").unwrap();
        assert_eq!(doubled.take_token().unwrap_err(), FormError::Unreadable);
    }

    #[test]
    fn a_schema_refuses_the_same() {
        const SHAPE: FormSchema = FormSchema { single: &["name"], repeated: &["duty"], files: &[] };
        for (body, sound) in
            [("name=a&duty=b&duty=c", true), ("name=a&name=b", false), ("role=owner", false)]
        {
            let form = parse_urlencoded(body.as_bytes()).unwrap();
            assert_eq!(SHAPE.check(&form).is_ok(), sound, "{body}");
        }
    }
}
