//! Endpoints that will go: their responses say since when they are deprecated (RFC 9745), when they end (RFC 8594) and
//! where that is explained.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use chrono::{NaiveDate, NaiveTime};
use serde_json::{Value, json};

/// An endpoint that will go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deprecation {
    /// `GET` or `POST`.
    method: &'static str,
    /// As in the description.
    path: &'static str,
    /// The day of its deprecation.
    since: NaiveDate,
    /// The day from which it does not answer any more; `None` while that is not settled.
    ends: Option<NaiveDate>,
}

/// Every endpoint that is deprecated. Each has its line in docs/api-changes.md, and ends a year after its deprecation at the
/// earliest.
const DEPRECATIONS: &[Deprecation] = &[];

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");
/// Where the changes of the API are explained.
const EXPLAINED_AT: &str = "</api>; rel=\"deprecation\"; type=\"text/html\"";

impl Deprecation {
    fn find<'a>(all: &'a [Deprecation], method: &str, path: &str) -> Option<&'a Deprecation> {
        all.iter().find(|one| one.method == method && one.path == path)
    }

    fn add_to(&self, headers: &mut HeaderMap) {
        let since = self.since.and_time(NaiveTime::MIN).and_utc();
        let date = |day: NaiveDate| {
            day.and_time(NaiveTime::MIN).and_utc().format("%a, %d %b %Y %H:%M:%S GMT").to_string()
        };
        let since = HeaderValue::from_str(&format!("@{}", since.timestamp()));
        let ends = self.ends.map(|day| HeaderValue::from_str(&date(day)));
        for (name, value) in [(DEPRECATION, Some(since)), (SUNSET, ends)] {
            if let Some(Ok(value)) = value {
                headers.insert(name, value);
            }
        }
        headers.append(header::LINK, HeaderValue::from_static(EXPLAINED_AT));
    }

    fn describe(&self, operation: &mut Value) {
        operation["deprecated"] = json!(true);
        if let Some(ends) = self.ends {
            operation["x-sunset"] = json!(ends.to_string());
        }
    }
}

/// Marks an operation in the description, if it will go.
pub(super) fn describe(operation: &mut Value, method: &str, path: &str) {
    if let Some(found) = Deprecation::find(DEPRECATIONS, method, path) {
        found.describe(operation);
    }
}

/// Says in the responses of endpoints that will go that they do.
pub async fn announce_deprecations<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, actix_web::Error> {
    let mut response = next.call(request).await?;
    let asked = response.request();
    let pattern = asked.match_pattern().unwrap_or_default();
    let found = Deprecation::find(DEPRECATIONS, asked.method().as_str(), &pattern).copied();
    if let Some(found) = found {
        found.add_to(response.headers_mut());
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoints;
    use chrono::{Days, Months};

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).expect("a day")
    }

    fn made_up() -> [Deprecation; 2] {
        let one = Deprecation {
            method: "GET",
            path: "/api/v1/totals",
            since: day(2027, 1, 1),
            ends: Some(day(2028, 6, 30)),
        };
        [one, Deprecation { method: "POST", path: "/api/v1/records", ends: None, ..one }]
    }

    #[test]
    fn a_response_says_since_when_and_until_when_and_where_it_is_explained() {
        let all = made_up();
        let mut headers = HeaderMap::new();
        Deprecation::find(&all, "GET", "/api/v1/totals")
            .expect("it is listed")
            .add_to(&mut headers);
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        assert_eq!(text("deprecation"), Some("@1798761600"));
        assert_eq!(text("sunset"), Some("Fri, 30 Jun 2028 00:00:00 GMT"));
        assert_eq!(text("link"), Some(EXPLAINED_AT));
        let mut headers = HeaderMap::new();
        Deprecation::find(&all, "POST", "/api/v1/records").expect("listed").add_to(&mut headers);
        assert!(headers.contains_key("deprecation") && !headers.contains_key("sunset"));
        assert!(Deprecation::find(&all, "POST", "/api/v1/totals").is_none(), "another method");
    }

    #[test]
    fn the_description_marks_what_will_go() {
        let mut operation = json!({});
        made_up()[0].describe(&mut operation);
        assert_eq!(operation, json!({"deprecated": true, "x-sunset": "2028-06-30"}));
    }

    /// What is wrong with a table, if anything.
    fn faults(all: &[Deprecation], explained: &str) -> Vec<String> {
        let mut faults = Vec::new();
        for one in all {
            let name = format!("{} {}", one.method, one.path);
            if !endpoints().any(|of| of.path() == one.path && of.method().as_str() == one.method) {
                faults.push(format!("{name} is no endpoint"));
            }
            if one.ends.is_some_and(|ends| ends < one.since + Months::new(12)) {
                faults.push(format!("{name} ends within a year"));
            }
            if !explained.contains(&format!("`{name}`")) {
                faults.push(format!("docs/api-changes.md does not say why {name} goes"));
            }
        }
        faults
    }

    #[test]
    fn every_deprecated_endpoint_is_there_for_another_year_and_explained() {
        let explained = include_str!("../../../docs/api-changes.md");
        assert_eq!(faults(DEPRECATIONS, explained), [""; 0]);
        let [one, _] = made_up();
        let gone =
            Deprecation { path: "/api/v1/nothing", ends: Some(one.since + Days::new(9)), ..one };
        let found = faults(&[gone], explained);
        assert_eq!(found.len(), 3, "the test sees each fault: {found:?}");
    }
}
