//! This site as browsers know it when they use a passkey.

use webauthn_rs::prelude::{Url, Webauthn, WebauthnBuilder};

use super::super::SITE_NAME;
use crate::{Error, Result};

/// A passkey is bound to the domain; a challenge is answered at the origin only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelyingParty {
    origin: Url,
    domain: String,
}

impl RelyingParty {
    /// From an address of the site. `None` where browsers have no passkeys: without HTTPS, except on
    /// the machine itself, and where the host is a number instead of a name.
    pub fn new(address: &str) -> Option<RelyingParty> {
        let origin = Url::parse(address).ok()?;
        let domain = origin.domain()?.to_owned();
        let is_secure =
            origin.scheme() == "https" || (origin.scheme() == "http" && (domain == "localhost"));
        is_secure.then_some(RelyingParty { origin, domain })
    }

    pub(super) fn verifier(&self) -> Result<Webauthn> {
        WebauthnBuilder::new(&self.domain, &self.origin)
            .and_then(|builder| builder.rp_name(SITE_NAME).build())
            .map_err(|e| Error::Internal(format!("passkeys of {}: {e}", self.domain)))
    }
}

#[cfg(test)]
mod tests {
    use super::RelyingParty;

    #[test]
    fn passkeys_need_https_and_a_name_or_the_machine_itself() {
        for works in
            ["https://games.example", "https://games.example:8443", "http://localhost:8080"]
        {
            let party = RelyingParty::new(works).expect(works);
            party.verifier().expect(works);
        }
        for not in [
            "http://games.example",
            "http://127.0.0.1:8080",
            "https://192.0.2.1",
            "https://[2001:db8::1]",
            "http://localhost.games.example",
            "games.example",
            "",
        ] {
            assert_eq!(RelyingParty::new(not), None, "{not}");
        }
    }
}
