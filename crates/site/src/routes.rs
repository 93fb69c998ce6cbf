//! Resources by how their addresses begin: a request is compared with those of one group only, not with several hundred
//! patterns one after the other.

use actix_web::web::{self, ServiceConfig};

#[doc(hidden)]
pub use adjutant_service::access::Act;

/// Adds routes, one per line: the function of `resources` that adds it, the permission that it requires, its address and
/// handlers.
#[macro_export]
macro_rules! routes {
    ($routes:expr, $($kind:ident $act:ident $path:literal $($handler:expr),+;)+) => {
        $($crate::resources::$kind($routes, $crate::routes::Act::$act, $path, $($handler),+);)+
    };
}

/// Adds a resource at an address, which is relative to that of its group.
type Add = Box<dyn FnOnce(&mut ServiceConfig, &str)>;

/// Resources to be added, in the order in which those of a group are matched.
#[derive(Default)]
pub struct Routes {
    groups: Vec<Group>,
}

struct Group {
    /// What the addresses begin with; no other group's do.
    beginning: String,
    /// Each with the rest of its address.
    resources: Vec<(String, Add)>,
}

/// What the addresses of the API begin with.
const API: &str = "/api/v1";

/// The part of an address by which it is grouped: its first segment or, in the API, that after the version. Neither
/// may be a parameter.
fn beginning(path: &str) -> &str {
    let before = if path.starts_with("/api/v1/") { API.len() } else { 0 };
    let end = path[before..].char_indices().skip(1).find(|(_, one)| *one == '/');
    &path[..end.map_or(path.len(), |(at, _)| before + at)]
}

impl Routes {
    /// Has a resource added at this address.
    pub(crate) fn push(
        &mut self,
        path: &str,
        add: impl FnOnce(&mut ServiceConfig, &str) + 'static,
    ) {
        let beginning = beginning(path);
        assert!(!beginning.contains('{'), "{path} begins with a parameter");
        let resource: (String, Add) = (path[beginning.len()..].to_owned(), Box::new(add));
        match self.groups.iter_mut().find(|group| group.beginning == beginning) {
            Some(group) => group.resources.push(resource),
            None => self
                .groups
                .push(Group { beginning: beginning.to_owned(), resources: vec![resource] }),
        }
    }

    /// Adds them all. Groups are matched in the order of their first resources.
    pub fn register(self, config: &mut ServiceConfig) {
        let mut groups = self.groups;
        // Of `/api` and `/api/v1/games` the longer one is tried first.
        groups.sort_by_key(|group| group.beginning == "/api");
        for Group { beginning, mut resources } in groups {
            if resources.len() == 1 {
                for (rest, add) in resources.drain(..) {
                    add(config, &format!("{beginning}{rest}"));
                }
                continue;
            }
            let scope = web::scope(&beginning).configure(|config| {
                for (rest, add) in resources {
                    add(config, &rest);
                }
            });
            config.service(scope);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn addresses_are_grouped_by_their_first_segment_and_by_that_of_the_api() {
        for (path, expected) in [
            ("/", "/"),
            ("/players", "/players"),
            ("/players/{handle}/versus/{other}", "/players"),
            ("/api", "/api"),
            ("/api/problems", "/api"),
            ("/api/v1/games", "/api/v1/games"),
            ("/api/v1/games/{id}/replay", "/api/v1/games"),
        ] {
            assert_eq!(beginning(path), expected, "{path}");
        }
    }
}
