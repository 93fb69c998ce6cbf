//! Lists in the requested format: JSON in pages, NDJSON and CSV as a whole. Long lists are fetched while the client
//! reads, so that memory does not grow with their length.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::Value;

use super::prelude::*;
use super::respond;
use adjutant_site::html::BYTE_ORDER_MARK;
use adjutant_site::replica_reads::{LaterReads, reading_app};
use adjutant_site::response_cache::version_tag;

/// The requested format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFormat {
    Json,
    Ndjson,
    Csv,
    /// CSV as a file for spreadsheets: with a byte order mark, by which they know the encoding.
    CsvFile,
}

impl ListFormat {
    /// Returns the format that the Accept header requests.
    pub fn from_accept_header(request: &HttpRequest) -> ListFormat {
        let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
        match accept {
            Some(accept) if accept.contains("application/x-ndjson") => ListFormat::Ndjson,
            Some(accept) if accept.contains("text/csv") => ListFormat::Csv,
            _ => ListFormat::Json,
        }
    }

    /// As `from_accept_header`, for lists that have no CSV.
    pub fn from_accept_header_without_csv(request: &HttpRequest) -> ListFormat {
        match ListFormat::from_accept_header(request) {
            ListFormat::Csv => ListFormat::Json,
            other => other,
        }
    }

    const fn content_type(self) -> &'static str {
        match self {
            ListFormat::Json => "application/json",
            ListFormat::Ndjson => "application/x-ndjson",
            ListFormat::Csv | ListFormat::CsvFile => "text/csv; charset=utf-8",
        }
    }
}

/// A row of a list, as a JSON object or as cells of a table.
pub trait ListRow: Serialize + 'static {
    /// The fields that are columns of the table, separated by commas; empty if there is no CSV.
    const COLUMNS: &'static str = "";

    /// The text of a field that is neither a text nor a number.
    fn cell(&self, _column: &str) -> Option<String> {
        None
    }
}

/// A batch of rows, and where to continue.
pub struct RowBatch<T, C> {
    pub rows: Vec<T>,
    pub next: Option<C>,
}

/// A page of rows as JSON or, if the Accept header asks for it, all of them as NDJSON.
pub async fn page_or_all<T, C, F, P>(
    site: &SiteData,
    request: &HttpRequest,
    start: Option<C>,
    fetch: F,
    to_page: impl FnOnce(Vec<T>, Option<C>) -> P,
) -> ApiResult
where
    T: ListRow + Send,
    C: Clone + Send + 'static,
    F: Fn(&App, Option<C>) -> Result<RowBatch<T, C>, Error> + Clone + Send + 'static,
    P: Serialize,
{
    let form = ListFormat::from_accept_header_without_csv(request);
    if form == ListFormat::Ndjson {
        return stream_list(site, form, start, fetch).await;
    }
    let RowBatch { rows, next } = run_read(site, move |app| fetch(app, start)).await?;
    Ok(vary_by_accept(public_json(&to_page(rows, next))))
}

/// Streams all rows from `start` on. Short lists get an entity tag.
pub async fn stream_list<T, C, F>(
    site: &SiteData,
    form: ListFormat,
    start: Option<C>,
    fetch: F,
) -> ApiResult
where
    T: ListRow,
    C: Clone + Send + 'static,
    F: Fn(&App, Option<C>) -> Result<RowBatch<T, C>, Error> + Clone + Send + 'static,
{
    stream_list_with_policy(site, form, CachePolicy::Revalidate, start, fetch).await
}

/// As [`stream_list`], with a caching policy.
pub async fn stream_list_with_policy<T, C, F>(
    site: &SiteData,
    form: ListFormat,
    keep: CachePolicy,
    start: Option<C>,
    fetch: F,
) -> ApiResult
where
    T: ListRow,
    C: Clone + Send + 'static,
    F: Fn(&App, Option<C>) -> Result<RowBatch<T, C>, Error> + Clone + Send + 'static,
{
    let encode = move |app: &App, cursor: Option<C>, is_first: bool| {
        let part = fetch(app, cursor)?;
        Ok((encode_rows(form, &part.rows, is_first)?, part.next))
    };
    Ok(vary_by_accept(stream_batches(site, form.content_type(), keep, start, encode).await?))
}

/// Streams a body in batches, each of which is made when the client has taken the one before, so that no more than one
/// is in memory. `make` gets whether its batch is the first.
pub async fn stream_batches<C, F>(
    site: &SiteData,
    content_type: &str,
    keep: CachePolicy,
    start: Option<C>,
    make: F,
) -> ApiResult
where
    C: Clone + Send + 'static,
    F: Fn(&App, Option<C>, bool) -> Result<(Vec<u8>, Option<C>), Error> + Clone + Send + 'static,
{
    // Read before the rows, so that a change meanwhile makes another version.
    let version = reading_app(site).edition();
    let reads = LaterReads::of_this_request();
    let part = make.clone();
    let (first, next) = run_read(site, move |app| part(app, start, true)).await?;
    Ok(match next {
        None => respond(content_type, first, keep),
        Some(next) => {
            let rest = remaining_batches(site.clone(), reads, next, make);
            let body = stream::iter([Ok(Bytes::from(first))]).chain(rest);
            let mut response = HttpResponse::Ok();
            response
                .content_type(content_type)
                .insert_header((header::CACHE_CONTROL, keep.cache_control()));
            if keep == CachePolicy::Revalidate {
                response.insert_header((header::ETAG, version_tag(content_type, version)));
            }
            response.streaming(body)
        }
    })
}

fn remaining_batches<C, F>(
    site: SiteData,
    reads: LaterReads,
    next: C,
    make: F,
) -> impl stream::Stream<Item = Result<Bytes, std::io::Error>>
where
    C: Clone + Send + 'static,
    F: Fn(&App, Option<C>, bool) -> Result<(Vec<u8>, Option<C>), Error> + Clone + Send + 'static,
{
    stream::try_unfold(Some(next), move |state| {
        let (site, make) = (site.clone(), make.clone());
        async move {
            let Some(next) = state else { return Ok(None) };
            let fetch = || {
                let (make, next) = (make.clone(), next.clone());
                run_read(&site, move |app| {
                    let (body, next) = make(app, Some(next), false)?;
                    Ok((Bytes::from(body), next))
                })
            };
            reads.run(&site, fetch).await.map(Some)
        }
    })
    .map_err(|e: ApiError| {
        tracing::error!(error = %e, "a list broke off");
        std::io::Error::other(e.to_string())
    })
}

/// One page of rows, in NDJSON or CSV.
pub fn page_response<T: ListRow>(form: ListFormat, rows: &[T]) -> ApiResult {
    let body = encode_rows(form, rows, true)?;
    Ok(vary_by_accept(respond(form.content_type(), body, CachePolicy::Revalidate)))
}

/// The format depends on the Accept header only, so caches must distinguish responses by it.
pub fn vary_by_accept(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept"));
    response
}

/// Adds the `Link` header of the next page (RFC 8288); `query` is that of the page.
pub fn set_next_link(response: &mut HttpResponse, path: &str, query: &str) {
    if let Ok(value) = HeaderValue::from_str(&format!("<{path}{query}>; rel=\"next\"")) {
        response.headers_mut().insert(header::LINK, value);
    }
}

fn encode_rows<T: ListRow>(form: ListFormat, rows: &[T], first: bool) -> Result<Vec<u8>, Error> {
    match form {
        ListFormat::Csv => encode_csv(rows, first),
        ListFormat::CsvFile => {
            let mark = if first { BYTE_ORDER_MARK.to_string() } else { String::new() };
            Ok([mark.into_bytes(), encode_csv(rows, first)?].concat())
        }
        ListFormat::Json | ListFormat::Ndjson => {
            let mut body = Vec::new();
            for row in rows {
                serde_json::to_writer(&mut body, row)
                    .map_err(|e| Error::Internal(format!("a row cannot be written: {e}")))?;
                body.push(b'\n');
            }
            Ok(body)
        }
    }
}

/// Writes rows as CSV; cells that a spreadsheet would run as formulas are escaped.
fn encode_csv<T: ListRow>(rows: &[T], head: bool) -> Result<Vec<u8>, Error> {
    let fail = |e: csv::Error| Error::Internal(format!("a table cannot be written: {e}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    if head {
        writer.write_record(T::COLUMNS.split(',')).map_err(fail)?;
    }
    for row in rows {
        let fields = serde_json::to_value(row).unwrap_or_default();
        let cells = T::COLUMNS.split(',').map(|column| match (row.cell(column), &fields[column]) {
            (Some(text), _) => text,
            (None, Value::Null) => String::new(),
            (None, Value::String(text)) => text.clone(),
            (None, value) => value.to_string(),
        });
        writer.write_record(cells.map(escape_formula)).map_err(fail)?;
    }
    writer.into_inner().map_err(|e| Error::Internal(format!("a table cannot be written: {e}")))
}

/// Prefixes a cell that would be a formula with an apostrophe, also for the full-width signs that some spreadsheets
/// treat alike (OWASP, "CSV Injection"). Plain numbers stay as they are.
pub fn escape_formula(cell: String) -> String {
    const SIGNS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if cell.starts_with(SIGNS) && !is_number(&cell) { format!("'{cell}") } else { cell }
}

/// Whether the text is digits with at most one decimal point, optionally after a minus sign.
fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    [whole, part].iter().all(|one| !one.is_empty() && one.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::escape_formula;

    #[test]
    fn a_cell_that_a_spreadsheet_would_run_is_defused() {
        for hostile in [
            "=1+1",
            "=cmd|calc",
            "+1",
            "+1+1",
            "-1+1",
            "-inf",
            "-1e5",
            "-",
            "--1",
            "-1.2.3",
            "-.",
            "@x",
            "\t=1",
            "\r=1",
            "\n=1",
            "＝1",
            "＋1",
            "－1",
            "＠x",
        ] {
            assert_eq!(escape_formula(hostile.into()), format!("'{hostile}"));
        }
    }

    #[test]
    fn numbers_and_plain_texts_stay_as_they_are() {
        for plain in ["", "0", "-5", "-12", "-0.5", "1913", "2026.05.09", "1-0", "Lakandula", "'a"]
        {
            assert_eq!(escape_formula(plain.into()), plain);
        }
    }
}
