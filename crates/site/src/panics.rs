//! Handles panics of handlers: the client gets an error page, other requests are unaffected, and
//! the place is logged.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, web};
use futures_util::FutureExt;

use adjutant_service::App;

use crate::error::{self, negotiated_error};
use crate::site::Site;

/// Responds with status 500 if the handler panics; otherwise the connection would just close.
///
/// Wraps each resource rather than the whole app, because the router needs the request for itself.
pub async fn catch_panics<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let asked = request.request().clone();
    let app = request.app_data::<web::Data<Site>>().map(|site| site.app.clone());
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let answer = AssertUnwindSafe(next.call(request)).catch_unwind();
    let answered = tokio::select! {
        biased;
        answered = answer => answered,
        () = write_stall(app.filter(|_| writes)) => return Ok(write_outcome_unknown(asked)),
    };
    match answered {
        Ok(answered) => Ok(answered?.map_into_boxed_body()),
        Err(_) => {
            let route = asked.match_pattern().unwrap_or_default();
            tracing::error!(route, "a handler panicked; its visitor was answered with 500");
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            let response =
                negotiated_error(&asked, status, "internal", |texts| texts.get("refused-internal"));
            Ok(ServiceResponse::new(asked, response))
        }
    }
}

/// Completes when writes have been stalled for so long that the client should be told.
async fn write_stall(app: Option<App>) {
    let Some(app) = app else { return std::future::pending().await };
    let mut stalled_for = Duration::ZERO;
    while stalled_for < STALL_TIMEOUT {
        tokio::time::sleep(STALL_CHECK_INTERVAL).await;
        stalled_for =
            if app.is_stalled() { stalled_for + STALL_CHECK_INTERVAL } else { Duration::ZERO };
    }
}

/// How often to check whether writes complete, and how long a stall is tolerated.
const STALL_CHECK_INTERVAL: Duration = Duration::from_millis(250);
const STALL_TIMEOUT: Duration = Duration::from_secs(1);

/// The response if it is unknown whether the request was saved: the client must check before it
/// retries.
fn write_outcome_unknown(asked: HttpRequest) -> ServiceResponse<BoxBody> {
    let route = asked.match_pattern().unwrap_or_default();
    tracing::error!(route, "whether what was sent is saved is not known yet");
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let mut response =
        negotiated_error(&asked, status, "unavailable", |texts| texts.get("error-not-known"));
    let again = HeaderValue::from(error::RETRY_AFTER_SECONDS);
    response.headers_mut().insert(header::RETRY_AFTER, again);
    ServiceResponse::new(asked, response)
}

/// Logs each panic as one line with its place.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let backtrace = std::backtrace::Backtrace::capture();
        let thread = std::thread::current();
        tracing::error!(
            place,
            thread = thread.name().unwrap_or_default(),
            reason = panic_message(info.payload()),
            %backtrace,
            "panicked: a fault of the program; please report it"
        );
    }));
}

/// The panic message if it is a literal. Messages formatted at run time may quote data such as a
/// set-up or a comment, for example when a string is cut within a character.
fn panic_message(payload: &(dyn Any + Send)) -> &'static str {
    let written = payload.downcast_ref::<&'static str>().copied();
    written.unwrap_or("withheld, since it may quote a record; the place tells where to look")
}

#[cfg(test)]
mod tests {
    use adjutant_service::access::Act;

    use actix_web::http::header;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use actix_web::{App as ActixApp, HttpResponse, web};

    use crate::error::PageError;
    use crate::request_context::RequestContext;
    use crate::resources::get_with_query;
    use crate::routes::Routes;
    use crate::site::Site;
    use crate::site::SiteSettings;
    use crate::use_cases::run_use_case;
    use adjutant_service::{App, AppSettings, Location};

    const SECRET: &str = "the flag is at a1";

    async fn in_the_handler(visit: RequestContext) -> HttpResponse {
        assert!(visit.path.is_empty(), "{SECRET}");
        HttpResponse::Ok().finish()
    }

    async fn in_the_use_case(visit: RequestContext) -> Result<HttpResponse, PageError> {
        let text: String = run_use_case(&visit, |_| panic!("{SECRET}")).await?;
        Ok(HttpResponse::Ok().body(text))
    }

    async fn fine() -> &'static str {
        "fine"
    }

    fn configure(config: &mut web::ServiceConfig) {
        let mut routes = Routes::default();
        get_with_query(&mut routes, Act::ReadPublic, "/handler", in_the_handler);
        get_with_query(&mut routes, Act::ReadPublic, "/case/{id}", in_the_use_case);
        get_with_query(&mut routes, Act::ReadPublic, "/api/v1/handler", in_the_handler);
        get_with_query(&mut routes, Act::ReadPublic, "/fine", fine);
        routes.register(config);
    }

    fn site(dir: &std::path::Path) -> web::Data<Site> {
        let database = Location::Sqlite(dir.join("a.sqlite"));
        let settings = AppSettings { database, key_file: dir.join("seal.key") };
        let app = App::open(&settings).unwrap();
        web::Data::new(Site::new(app, SiteSettings::default()).unwrap())
    }

    #[test]
    fn the_log_hears_the_words_of_the_source_and_none_that_quote_a_record() {
        let met = |work: fn()| std::panic::catch_unwind(work).expect_err("it panics");
        assert_eq!(super::panic_message(&*met(|| panic!("never so"))), "never so");
        for quoting in
            [|| panic!("{SECRET}"), || drop(format!("é {SECRET}")[1..].to_owned())] as [fn(); 2]
        {
            let reason = super::panic_message(&*met(quoting));
            assert!(!reason.contains("a1") && reason.contains("withheld"), "{reason}");
        }
    }

    #[actix_web::test]
    async fn who_meets_a_panic_gets_an_error_in_his_language_and_the_next_one_his_answer() {
        let dir = tempfile::tempdir().unwrap();
        let app = ActixApp::new().app_data(site(dir.path())).configure(configure);
        let app = init_service(app).await;
        for (path, content_type, words) in [
            ("/handler", "text/html; charset=utf-8", "Nagkaproblema sa panig namin"),
            ("/case/7", "text/html; charset=utf-8", "Nagkaproblema sa panig namin"),
            ("/api/v1/handler", "application/problem+json", "went wrong on our side"),
        ] {
            let asked = TestRequest::get().uri(path).insert_header(("Accept-Language", "fil"));
            let response = call_service(&app, asked.to_request()).await;
            assert_eq!(response.status(), 500, "{path}");
            let told = |name| response.headers().get(name).map(|value| value.to_str().unwrap());
            assert_eq!(told(header::CONTENT_TYPE), Some(content_type), "{path}");
            assert_eq!(told(header::CACHE_CONTROL), Some("no-store"), "{path}");
            let body = String::from_utf8(read_body(response).await.to_vec()).unwrap();
            assert!(body.contains(words), "{path}: {body}");
            // Addresses of assets may contain any letters, so only the words of the panic are
            // looked for.
            assert!(!body.contains("at a1") && !body.contains("panic"), "{path}: {body}");
            let next = call_service(&app, TestRequest::get().uri("/fine").to_request()).await;
            assert_eq!(read_body(next).await, "fine", "after {path}");
        }
    }
}
