//! An endpoint as the routes, the OpenAPI description, the page about the API and the tests use it.
//!
//! Each is declared in one file: the `#[utoipa::path]` of its handler has the method, address, operation id, request,
//! response and examples, and a line of `endpoints!` has its acts. Scopes, roles and the errors common to such
//! endpoints follow from those (`error_responses`).

use actix_web::Route;
use actix_web::http::Method;
use utoipa::openapi::path::ParameterIn;
use utoipa::openapi::{OpenApi, RefOr};

use adjutant_service::access::{Act, Part};

use adjutant_site::resources::add_resource;
use adjutant_site::routes::Routes;

/// Whether an endpoint needs a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Public,
    /// Works without a token, and shows more with one.
    Optional,
    Required,
}

#[derive(Clone)]
pub struct Endpoint {
    acts: &'static [Act],
    method: Method,
    path: String,
    takes_query: bool,
    route: fn() -> Route,
    describe: fn() -> OpenApi,
}

impl Endpoint {
    /// Creates an endpoint. `describe` returns the description of this one operation and of its schemas.
    ///
    /// # Panics
    /// If it does not, which is a mistake in `endpoints!`.
    pub(super) fn new(
        acts: &'static [Act],
        route: fn() -> Route,
        describe: fn() -> OpenApi,
    ) -> Endpoint {
        let (path, item) = describe().paths.paths.pop_first().expect("a path");
        let (method, operation) = match (item.get, item.post) {
            (Some(operation), None) => (Method::GET, operation),
            (None, Some(operation)) => (Method::POST, operation),
            _ => panic!("{path} has one method, GET or POST"),
        };
        let parameters = operation.parameters.unwrap_or_default();
        let takes_query = parameters.iter().any(|one| match one {
            RefOr::T(parameter) => parameter.parameter_in == ParameterIn::Query,
            RefOr::Ref(_) => false,
        });
        Endpoint { acts, method, path, takes_query, route, describe }
    }

    /// The permission that is checked first.
    pub fn act(&self) -> Act {
        self.acts[0]
    }

    pub const fn method(&self) -> &Method {
        &self.method
    }

    /// The path with its parameters in braces.
    pub fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn access(&self) -> Access {
        let is_public = self.act().right().parts.contains(&Part::Anybody);
        match (is_public, self.acts) {
            (true, [_]) => Access::Public,
            (true, _) => Access::Optional,
            (false, _) => Access::Required,
        }
    }

    /// The acts for which a token is needed.
    pub(super) fn token_acts(&self) -> &'static [Act] {
        if self.access() == Access::Required { self.acts } else { &self.acts[1..] }
    }

    pub(super) fn describe(&self) -> OpenApi {
        (self.describe)()
    }

    pub(super) fn register(&self, routes: &mut Routes) {
        let route = (self.route)();
        add_resource(routes, self.act(), &self.path, &self.method, route, self.takes_query);
    }
}

/// Declares `endpoints()`, the endpoints of a module in the order in which they are matched: each handler with its
/// acts. The first act is the required permission. The others are sufficient as well or, if the first is everybody's,
/// show more.
macro_rules! endpoints {
    ($($handler:ident: $($act:ident),+;)+) => {
        pub(in crate) fn endpoints() -> Vec<crate::endpoint::Endpoint> {
            vec![$({
                #[derive(utoipa::OpenApi)]
                #[openapi(paths($handler))]
                struct Described;
                crate::endpoint::Endpoint::new(
                    &[$(adjutant_service::access::Act::$act),+],
                    || adjutant_site::resources::route($handler),
                    <Described as utoipa::OpenApi>::openapi,
                )
            }),+]
        }
    };
}

pub(super) use endpoints;
