//! Kinds of routes, for metrics.

/// The kind of a route, by which durations are counted: a histogram of each route would be thousands of series.
pub fn route_class(route: &str) -> &'static str {
    let begins = |starts: &[&str]| starts.iter().any(|start| route.starts_with(start));
    let ends = |ends: &[&str]| ends.iter().any(|end| route.ends_with(end));
    if matches!(route, "/healthz" | "/readyz" | "/metrics") {
        "probe"
    } else if begins(&["/static/", "/sw.js", "/manifest.webmanifest"]) {
        "static"
    } else if ends(&[".png", ".gif", ".jpg"]) {
        "image"
    } else if begins(&["/play", "/at/", "/api/v1/plays", "/api/v1/seeks", "/api/v1/quick-pairing"])
        && !begins(&["/players"])
    {
        "live"
    } else if begins(&["/api/v1"]) {
        "api"
    } else if route == "none" {
        "none"
    } else {
        "page"
    }
}

#[cfg(test)]
mod tests {
    use super::route_class;

    #[test]
    fn routes_are_of_the_class_that_they_are_slow_or_fast_with() {
        for (class, routes) in [
            ("probe", ["/healthz", "/metrics"]),
            ("static", ["/static/{digest}/{name:.*}", "/sw.js"]),
            ("image", ["/games/{id}/board.png", "/players/{handle}/picture.jpg"]),
            ("live", ["/play/{id}", "/api/v1/plays/{id}/commands"]),
            ("api", ["/api/v1/players", "/api/v1/openapi.json"]),
            ("page", ["/players/{handle}", "/api"]),
            ("none", ["none", "none"]),
        ] {
            for route in routes {
                assert_eq!(route_class(route), class, "{route}");
            }
        }
    }
}
