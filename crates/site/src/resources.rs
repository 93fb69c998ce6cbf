//! Registers resources with their methods; other methods get status 405 with the allowed ones.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{resource, to};
use actix_web::{
    Error, FromRequest, Handler, HttpRequest, HttpResponse, Responder, ResponseError, Route, body,
    dev,
};

use futures_util::future::LocalBoxFuture;
use pin_project_lite::pin_project;

use adjutant_service::access::Act;

use crate::error::{ApiError, negotiated_error};
use crate::panics::catch_panics;
use crate::parameters::QueryString;
use crate::routes::Routes;
use crate::session::guard;

const GET_METHODS: &str = "GET, HEAD, OPTIONS";
const FORM_METHODS: &str = "GET, HEAD, POST, OPTIONS";
const POST_METHODS: &str = "POST, OPTIONS";

/// A handler whose type is erased, so that what actix does around one is compiled once for parameters of these types,
/// and not for each of several hundred handlers.
struct ErasedHandler<Args>(Rc<dyn Fn(Args) -> LocalBoxFuture<'static, ErasedResponse>>);

impl<Args> Clone for ErasedHandler<Args> {
    fn clone(&self) -> ErasedHandler<Args> {
        ErasedHandler(Rc::clone(&self.0))
    }
}

impl<Args: 'static> Handler<Args> for ErasedHandler<Args> {
    type Output = ErasedResponse;
    type Future = LocalBoxFuture<'static, ErasedResponse>;

    fn call(&self, args: Args) -> Self::Future {
        (self.0)(args)
    }
}

/// What a handler has returned, which makes a response of it.
struct ErasedResponse(Box<dyn FnOnce(&HttpRequest) -> HttpResponse>);

impl ErasedResponse {
    fn new<R: Responder + 'static>(returned: R) -> ErasedResponse {
        ErasedResponse(Box::new(|request| returned.respond_to(request).map_into_boxed_body()))
    }
}

pin_project! {
    /// Waits for what a handler returns.
    struct Erasing<F> {
        #[pin]
        future: F,
    }
}

impl<F: Future<Output: Responder + 'static>> Future for Erasing<F> {
    type Output = ErasedResponse;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<ErasedResponse> {
        self.project().future.poll(context).map(ErasedResponse::new)
    }
}

impl Responder for ErasedResponse {
    type Body = body::BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        (self.0)(request)
    }
}

/// A route to a handler, for any method.
pub fn route<F, Args>(handler: F) -> Route
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let call = move |args| -> LocalBoxFuture<'static, ErasedResponse> {
        Box::pin(Erasing { future: handler.call(args) })
    };
    to(ErasedHandler(Rc::new(call)))
}

/// A resource for GET whose handler takes query parameters; `act` is the permission it requires,
/// here and below.
pub fn get_with_query<F, Args>(routes: &mut Routes, act: Act, path: &str, handler: F)
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    add_resource(routes, act, path, &Method::GET, route(handler), true);
}

/// A resource for GET without query parameters.
pub fn get<F, Args>(routes: &mut Routes, act: Act, path: &str, handler: F)
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    add_resource(routes, act, path, &Method::GET, route(handler), false);
}

/// A resource for POST without query parameters.
pub fn post<F, Args>(routes: &mut Routes, act: Act, path: &str, handler: F)
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    add_resource(routes, act, path, &Method::POST, route(handler), false);
}

/// A resource for GET or POST. Not generic: it is compiled once, and not once a handler.
pub fn add_resource(
    routes: &mut Routes,
    act: Act,
    path: &str,
    method: &Method,
    route: Route,
    takes_query: bool,
) {
    let not_allowed = if *method == Method::GET {
        to(get_method_not_allowed)
    } else {
        to(post_method_not_allowed)
    };
    let route = route.method(method.clone());
    routes.push(path, move |config, path| {
        let resource = resource(path).route(route).default_service(not_allowed).app_data(act);
        if takes_query {
            config.service(resource.wrap(from_fn(guard)).wrap(from_fn(catch_panics)));
        } else {
            let resource = resource.wrap(from_fn(reject_query));
            config.service(resource.wrap(from_fn(guard)).wrap(from_fn(catch_panics)));
        }
    });
}

/// A form: GET shows it, POST submits it; only GET takes query parameters.
pub fn form<S, SArgs, T, TArgs>(routes: &mut Routes, act: Act, path: &str, show: S, take: T)
where
    S: Handler<SArgs>,
    SArgs: FromRequest + 'static,
    S::Output: Responder + 'static,
    T: Handler<TArgs>,
    TArgs: FromRequest + 'static,
    T::Output: Responder + 'static,
{
    add_form(routes, act, path, route(show).method(Method::GET), route(take).method(Method::POST));
}

fn add_form(routes: &mut Routes, act: Act, path: &str, show: Route, take: Route) {
    routes.push(path, move |config, path| {
        let resource = resource(path).route(show).route(take);
        let resource = resource.default_service(to(form_method_not_allowed)).app_data(act);
        config.service(resource.wrap(from_fn(guard)).wrap(from_fn(catch_panics)));
    });
}

async fn form_method_not_allowed(request: HttpRequest) -> HttpResponse {
    method_not_allowed(&request, FORM_METHODS)
}

async fn get_method_not_allowed(request: HttpRequest) -> HttpResponse {
    method_not_allowed(&request, GET_METHODS)
}

async fn post_method_not_allowed(request: HttpRequest) -> HttpResponse {
    method_not_allowed(&request, POST_METHODS)
}

fn method_not_allowed(request: &HttpRequest, allowed: &'static str) -> HttpResponse {
    let mut response = if request.method() == Method::OPTIONS {
        HttpResponse::NoContent().finish()
    } else {
        let method = request.method().to_string();
        negotiated_error(request, StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", |texts| {
            let values = [("method", method.clone()), ("allowed", allowed.to_owned())];
            texts.fill("error-method", &values)
        })
    };
    response.headers_mut().insert(header::ALLOW, header::HeaderValue::from_static(allowed));
    response
}

async fn reject_query(
    request: dev::ServiceRequest,
    next: Next<impl body::MessageBody + 'static>,
) -> Result<dev::ServiceResponse<body::BoxBody>, Error> {
    let asked = QueryString::extract(request.request()).await.unwrap_or_else(|e| match e {});
    if let Err(e) = asked.parse(&[]) {
        let refused = if request.path().starts_with("/api/") {
            ApiError::from(e).error_response()
        } else {
            let words = |texts| e.message(texts);
            negotiated_error(request.request(), StatusCode::BAD_REQUEST, "invalid", words)
        };
        return Ok(request.into_response(refused));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}
