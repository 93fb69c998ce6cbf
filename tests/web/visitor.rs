//! A visitor with a browser, which keeps cookies and sends the forms it was shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::client::{Reply, send};
use crate::service::Service;

/// One browser.
pub struct Visitor {
    pub service: Arc<Service>,
    pub cookies: BTreeMap<String, String>,
}

/// A password that nothing forbids.
pub const PASSWORD: &str = "tatlong bibe sa ilog";

/// Percent-encodes a value of a form.
pub fn encoded(value: &str) -> String {
    value.bytes().fold(String::new(), |text, byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            text + &char::from(byte).to_string()
        }
        _ => text + &format!("%{byte:02X}"),
    })
}

/// The value of a hidden field in a page.
pub fn hidden(page: &str, name: &str) -> Option<String> {
    let rest = page.split(&format!("name=\"{name}\" value=\"")).nth(1)?;
    rest.split('"').next().map(str::to_owned)
}

impl Visitor {
    pub fn new(service: &Arc<Service>) -> Visitor {
        Visitor { service: service.clone(), cookies: BTreeMap::new() }
    }

    /// A visitor of a service of all tests.
    pub fn anybody() -> Visitor {
        Visitor::new(&Service::lively())
    }

    /// Somebody with an account of this name, signed in.
    pub fn called(name: &str) -> Visitor {
        let mut visitor = Visitor::anybody();
        let reply = visitor.sign_up(name, PASSWORD);
        assert_eq!(reply.status, 303, "{}", reply.text());
        visitor
    }

    fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let all: Vec<String> = self.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let all = all.join("; ");
        let mut sent = headers.to_vec();
        if !all.is_empty() {
            sent.push(("Cookie", &all));
        }
        let reply = send(self.service.address, method, path, &sent, body);
        for (_, cookie) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let (name, rest) = cookie.split_once('=').expect("a cookie");
            let value = rest.split(';').next().unwrap_or_default();
            if value.is_empty() || rest.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        reply
    }

    pub fn get(&mut self, path: &str) -> Reply {
        self.ask("GET", path, &[], b"")
    }

    /// Sends fields as they are, and nothing else.
    pub fn post_bare(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Reply {
        let body: Vec<String> = fields.iter().map(|(n, v)| format!("{n}={}", encoded(v))).collect();
        let mut all = vec![("Content-Type", "application/x-www-form-urlencoded")];
        all.extend_from_slice(headers);
        self.ask("POST", path, &all, body.join("&").as_bytes())
    }

    /// Sends a body of this kind.
    pub fn post_bytes(&mut self, path: &str, kind: &str, body: &[u8]) -> Reply {
        self.ask("POST", path, &[("Content-Type", kind)], body)
    }

    /// The token of the form on a page.
    pub fn token(&mut self, page: &str) -> String {
        let reply = self.get(page);
        hidden(&reply.text(), "csrf")
            .unwrap_or_else(|| panic!("no form on {page}: {}", reply.whole()))
    }

    /// Opens the page and sends its form with these fields.
    pub fn post(&mut self, page: &str, fields: &[(&str, &str)]) -> Reply {
        let token = self.token(page);
        let mut all = vec![("csrf", token.as_str())];
        all.extend_from_slice(fields);
        let path = page.split('?').next().unwrap_or(page).to_owned();
        self.post_bare(&path, &all, &[])
    }

    pub fn sign_up(&mut self, name: &str, password: &str) -> Reply {
        self.post(
            "/sign-up",
            &[("name", name), ("email", ""), ("password", password), ("invitation", "")],
        )
    }

    pub fn sign_in(&mut self, name: &str, password: &str, next: &str) -> Reply {
        self.post("/sign-in", &[("name", name), ("password", password), ("next", next)])
    }

    pub fn is_signed_in(&mut self) -> bool {
        self.get("/account").status == 200
    }
}
