//! Rate limits for passwords, codes, letters and sign-ups.
//!
//! Each is a token bucket that refills with time. Devices and networks that have signed in to an
//! account before have buckets of their own, so that an attack on the account from elsewhere
//! empties the bucket of unknown networks but not theirs. A correct attempt is refunded.

use crate::moment::{DAY, HOUR, MINUTE, Micros, SECOND};
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A bucket of `burst` tokens, one of which returns every `refill_micros` microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    pub burst: i64,
    pub refill_micros: i64,
}

/// Attempts on one account from a device that it knows: ten old passwords in a row, and 240 a day.
pub const KNOWN_DEVICE: RateLimit = RateLimit { burst: 10, refill_micros: 6 * MINUTE };
/// Attempts on one account from one network: as many, for a new device.
pub const ACCOUNT_AND_NETWORK: RateLimit = RateLimit { burst: 10, refill_micros: 6 * MINUTE };
/// Passwords for one account from all networks that it does not know: 50 within an hour (OWASP ASVS
/// 4.0, 2.2.1 allows 100), 720 a day, which only finds the most common passwords. Someone who keeps
/// this bucket empty locks out an owner with a new device in a new network, who can reset their
/// password: the link makes their network known ([`RateLimiter::trust_network`]). Two limits
/// remain: known networks are kept in memory only, so that a restart forgets them; and without
/// e-mail only the operator can give out the link.
pub const UNKNOWN_NETWORKS: RateLimit = RateLimit { burst: 20, refill_micros: 2 * MINUTE };
/// Codes for one account from all networks that it does not know. Fewer, because codes are short.
/// Only someone with the password can empty it.
pub const UNKNOWN_NETWORKS_CODES: RateLimit = RateLimit { burst: 20, refill_micros: 10 * MINUTE };
/// Attempts from one network on all accounts. A school behind one address can sign in together,
/// since only wrong attempts count.
pub const NETWORK: RateLimit = RateLimit { burst: 60, refill_micros: 20 * SECOND };
/// Letters to one address: enough to ask again, too few to flood a mailbox.
pub const MAIL_PER_ADDRESS: RateLimit = RateLimit { burst: 3, refill_micros: 20 * MINUTE };
/// Letters requested from one network.
pub const MAIL_PER_NETWORK: RateLimit = RateLimit { burst: 20, refill_micros: 3 * MINUTE };
/// The default number of accounts per hour from one network: a whole hall signs up behind one
/// address.
pub const DEFAULT_SIGN_UPS_PER_HOUR: u32 = 100;

/// That many accounts at once, and as many per hour; 0 means no limit.
fn sign_up_limit(an_hour: u32) -> Option<RateLimit> {
    let at_once = i64::from(an_hour);
    (at_once > 0).then(|| RateLimit { burst: at_once, refill_micros: HOUR / at_once })
}

/// The maximum number of buckets in memory, about 3 MB. Beyond it the fullest are forgotten, so
/// that the bucket of an account under attack stays.
pub const MAX_BUCKETS: usize = 1 << 16;
/// How long a network stays known to an account.
const KNOWN_NETWORK_TTL: i64 = 30 * DAY;

/// What is being guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Attempt {
    Password,
    /// The second factor, after the right password.
    Code,
}

/// The purpose of a letter with a link. Each has its own buckets, so that signing up with
/// somebody's address does not block their password reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailPurpose {
    Reset,
    SignIn,
    Confirm,
    SignUp,
}

#[derive(Debug, Clone, Copy)]
pub struct SignInAttempt<'a> {
    pub attempt: Attempt,
    /// The folded name, whether or not there is such an account.
    pub account: &'a str,
    pub network: ClientNetwork,
    /// The device, if it has signed in to this account before.
    pub device: Option<i32>,
}

/// The network of an attempt: an IPv4 address, or the 56-bit prefix of an IPv6 address that one
/// customer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientNetwork(u64);

impl From<IpAddr> for ClientNetwork {
    fn from(address: IpAddr) -> ClientNetwork {
        match address.to_canonical() {
            // No IPv6 network begins with 32 set bits.
            IpAddr::V4(address) => ClientNetwork(u64::MAX << 32 | u64::from(u32::from(address))),
            IpAddr::V6(address) => ClientNetwork((u128::from(address) >> 72) as u64),
        }
    }
}

/// The part that logs may contain: the first 24 bits of an IPv4 address, 48 of an IPv6 address.
impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >> 32 == u64::from(u32::MAX) {
            let address = Ipv4Addr::from(self.0 as u32 & 0xffff_ff00);
            return write!(f, "{address}/24");
        }
        let address = Ipv6Addr::from(u128::from(self.0 & !0xff) << 72);
        write!(f, "{address}/48")
    }
}

/// Too many attempts: wait this many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryAfter {
    pub seconds: u64,
}

#[derive(Hash)]
enum Bucket<'a> {
    Device(Attempt, i32),
    AccountAndNetwork(Attempt, &'a str, ClientNetwork),
    UnknownNetworks(Attempt, &'a str),
    Network(ClientNetwork),
    MailToAddress(MailPurpose, &'a str),
    MailFromNetwork(MailPurpose, ClientNetwork),
    SignUps(ClientNetwork),
    Guests(ClientNetwork),
}

/// All buckets that are not full, and the networks that accounts know.
pub struct RateLimiter {
    hasher: RandomState,
    sign_ups: Option<RateLimit>,
    /// The limit for each of the two maps.
    max_buckets: usize,
    /// When each bucket will be full again.
    full_at: HashMap<u64, Micros>,
    /// When each account was last signed in to from each network.
    known_networks: HashMap<u64, Micros>,
}

impl Default for RateLimiter {
    fn default() -> RateLimiter {
        RateLimiter::with_max_buckets(MAX_BUCKETS)
    }
}

impl RateLimiter {
    fn with_max_buckets(most: usize) -> RateLimiter {
        RateLimiter {
            hasher: RandomState::new(),
            sign_ups: sign_up_limit(DEFAULT_SIGN_UPS_PER_HOUR),
            max_buckets: most,
            full_at: HashMap::new(),
            known_networks: HashMap::new(),
        }
    }

    /// Sets how many accounts may be created per hour from one network; 0 means no limit.
    pub fn set_sign_up_limit(&mut self, an_hour: u32) {
        self.sign_ups = sign_up_limit(an_hour);
    }

    /// Takes a token from each bucket that the attempt concerns.
    /// Returns how long to wait if one of them is empty; nothing is taken then.
    pub fn check_attempt(
        &mut self,
        guess: &SignInAttempt<'_>,
        now: Micros,
    ) -> Result<(), RetryAfter> {
        self.take(&self.attempt_buckets(guess, now), now)
    }

    /// Refunds a correct attempt and remembers its network.
    pub fn record_success(&mut self, guess: &SignInAttempt<'_>, now: Micros) {
        self.refund(&self.attempt_buckets(guess, now));
        let pair = Bucket::AccountAndNetwork(guess.attempt, guess.account, guess.network);
        self.remember_network(self.key(&pair), now);
    }

    /// Remembers the network of an owner who proved by a link that the account is theirs: they can
    /// sign in from it despite an attack, and their earlier wrong attempts from it are forgotten.
    pub fn trust_network(
        &mut self,
        door: Attempt,
        account: &str,
        network: ClientNetwork,
        now: Micros,
    ) {
        let pair = self.key(&Bucket::AccountAndNetwork(door, account, network));
        self.full_at.remove(&pair);
        self.remember_network(pair, now);
    }

    fn remember_network(&mut self, pair: u64, now: Micros) {
        if self.known_networks.len() >= self.max_buckets && !self.known_networks.contains_key(&pair)
        {
            evict_oldest(&mut self.known_networks);
        }
        self.known_networks.insert(pair, now);
    }

    /// Takes a token for a letter to this address.
    pub fn check_mail(
        &mut self,
        post: MailPurpose,
        address: &str,
        network: ClientNetwork,
        now: Micros,
    ) -> Result<(), RetryAfter> {
        self.take(&mail_buckets(post, address, network), now)
    }

    /// Takes a token for a new account, and for a letter if it has an address.
    /// Returns how long to wait; nothing is taken then.
    pub fn check_sign_up(
        &mut self,
        network: ClientNetwork,
        address: Option<&str>,
        now: Micros,
    ) -> Result<(), RetryAfter> {
        self.take(&self.sign_up_buckets(network, address), now)
    }

    /// Takes a token for a new guest, or for a game on one device.
    pub fn check_guest(&mut self, network: ClientNetwork, now: Micros) -> Result<(), RetryAfter> {
        let own = self.sign_ups.map(|limit| (Bucket::Guests(network), limit));
        self.take(own.as_slice(), now)
    }

    /// Takes a token for a challenge of a passkey; signing in with it refunds it.
    pub fn check_challenge(
        &mut self,
        network: ClientNetwork,
        now: Micros,
    ) -> Result<(), RetryAfter> {
        self.take(&[(Bucket::Network(network), NETWORK)], now)
    }

    pub fn refund_challenge(&mut self, network: ClientNetwork) {
        self.refund(&[(Bucket::Network(network), NETWORK)]);
    }

    /// Refunds a sign-up that failed and sends no letter.
    pub fn refund_sign_up(&mut self, network: ClientNetwork, address: Option<&str>) {
        self.refund(&self.sign_up_buckets(network, address));
    }

    fn sign_up_buckets<'a>(
        &self,
        network: ClientNetwork,
        address: Option<&'a str>,
    ) -> Vec<(Bucket<'a>, RateLimit)> {
        let own = self.sign_ups.map(|limit| (Bucket::SignUps(network), limit));
        let letter = address.map(|address| mail_buckets(MailPurpose::SignUp, address, network));
        own.into_iter().chain(letter.into_iter().flatten()).collect()
    }

    fn attempt_buckets<'a>(
        &self,
        guess: &SignInAttempt<'a>,
        now: Micros,
    ) -> Vec<(Bucket<'a>, RateLimit)> {
        let SignInAttempt { attempt: door, account, network, device } = *guess;
        if let Some(device) = device {
            return vec![(Bucket::Device(door, device), KNOWN_DEVICE)];
        }
        let pair = Bucket::AccountAndNetwork(door, account, network);
        let since = |at: &Micros| (0..KNOWN_NETWORK_TTL).contains(&now.since(*at));
        let is_known = self.known_networks.get(&self.key(&pair)).is_some_and(since);
        let mut buckets = vec![(pair, ACCOUNT_AND_NETWORK)];
        if !is_known {
            let strangers =
                if door == Attempt::Password { UNKNOWN_NETWORKS } else { UNKNOWN_NETWORKS_CODES };
            buckets.push((Bucket::UnknownNetworks(door, account), strangers));
            buckets.push((Bucket::Network(network), NETWORK));
        }
        buckets
    }

    /// Keys are 64-bit hashes under a random key of this process, so that nobody can aim at
    /// another's bucket.
    fn key(&self, bucket: &Bucket<'_>) -> u64 {
        self.hasher.hash_one(bucket)
    }

    fn refund(&mut self, buckets: &[(Bucket<'_>, RateLimit)]) {
        for (bucket, limit) in buckets {
            if let Some(full_at) = self.full_at.get_mut(&self.hasher.hash_one(bucket)) {
                *full_at -= limit.refill_micros;
            }
        }
    }

    /// Takes a token from each bucket, or none.
    fn take(&mut self, buckets: &[(Bucket<'_>, RateLimit)], now: Micros) -> Result<(), RetryAfter> {
        let (mut wait, mut after) = (0, Vec::with_capacity(buckets.len()));
        for (bucket, limit) in buckets {
            let key = self.key(bucket);
            let mut full_at = now;
            if let Some(known) = self.full_at.get_mut(&key) {
                // A bucket lacks at most its burst; more results from a clock that was set back.
                *known = (*known).min(now.saturating_add(limit.burst * limit.refill_micros));
                full_at = (*known).max(now);
            }
            wait = wait.max(full_at - now - (limit.burst - 1) * limit.refill_micros);
            after.push((key, full_at.saturating_add(limit.refill_micros)));
        }
        if wait > 0 {
            return Err(RetryAfter { seconds: wait.unsigned_abs().div_ceil(SECOND as u64) });
        }
        for (key, full_at) in after {
            if self.full_at.len() >= self.max_buckets && !self.full_at.contains_key(&key) {
                self.full_at.retain(|_, full_at| *full_at > now);
                if self.full_at.len() >= self.max_buckets / 8 * 7 {
                    evict_oldest(&mut self.full_at);
                }
            }
            self.full_at.insert(key, full_at);
        }
        Ok(())
    }
}

fn mail_buckets(
    post: MailPurpose,
    address: &str,
    network: ClientNetwork,
) -> [(Bucket<'_>, RateLimit); 2] {
    [
        (Bucket::MailToAddress(post, address), MAIL_PER_ADDRESS),
        (Bucket::MailFromNetwork(post, network), MAIL_PER_NETWORK),
    ]
}

/// Evicts the eighth with the earliest times.
fn evict_oldest(map: &mut HashMap<u64, Micros>) {
    let mut moments: Vec<Micros> = map.values().copied().collect();
    let eighth = (moments.len() / 8).max(1);
    if moments.len() <= eighth {
        return map.clear();
    }
    let (_, limit, _) = moments.select_nth_unstable(eighth);
    let limit = *limit;
    let mut equal_ones = eighth;
    // Of many equal times, only as many are evicted as necessary.
    map.retain(|_, moment| {
        let goes = *moment < limit || (*moment == limit && equal_ones > 0);
        equal_ones -= usize::from(goes && equal_ones > 0);
        !goes
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Micros = Micros(1_760_000_000_000_000);

    fn network(number: u32) -> ClientNetwork {
        ClientNetwork::from(IpAddr::from(number.to_be_bytes()))
    }

    fn guess(account: &str, from: u32, device: Option<i32>) -> SignInAttempt<'_> {
        SignInAttempt { attempt: Attempt::Password, account, network: network(from), device }
    }

    #[test]
    fn ten_wrong_passwords_at_once_and_then_one_every_six_minutes() {
        let mut guesses = RateLimiter::default();
        let mine = guess("juan", 1, None);
        for _ in 0..10 {
            assert_eq!(guesses.check_attempt(&mine, NOW), Ok(()));
        }
        assert_eq!(guesses.check_attempt(&mine, NOW), Err(RetryAfter { seconds: 360 }));
        assert_eq!(
            guesses.check_attempt(&mine, NOW + 359 * SECOND),
            Err(RetryAfter { seconds: 1 })
        );
        assert_eq!(guesses.check_attempt(&mine, NOW + 360 * SECOND), Ok(()));
        assert_eq!(guesses.check_attempt(&guess("maria", 1, None), NOW), Ok(()), "others may");
    }

    #[test]
    fn what_is_right_takes_nothing() {
        let mut guesses = RateLimiter::default();
        for _ in 0..1000 {
            assert_eq!(guesses.check_attempt(&guess("juan", 1, None), NOW), Ok(()));
            guesses.record_success(&guess("juan", 1, None), NOW);
        }
    }

    #[test]
    fn a_flood_from_ten_thousand_networks_lets_few_through_and_locks_no_owner_out() {
        let mut guesses = RateLimiter::default();
        let home = guess("juan", 7, None);
        guesses.check_attempt(&home, NOW).expect("the first");
        guesses.record_success(&home, NOW);
        let mut through = 0;
        for number in 0..100_000_i64 {
            let now = NOW + number * DAY / 100_000;
            let from = 1000 + (number % 10_000) as u32;
            through += i32::from(guesses.check_attempt(&guess("juan", from, None), now).is_ok());
            if number % 10_000 == 9_999 {
                assert_eq!(
                    guesses.check_attempt(&guess("juan", 9, Some(3)), now),
                    Ok(()),
                    "his browser"
                );
                assert_eq!(guesses.check_attempt(&home, now), Ok(()), "his network");
            }
        }
        assert!((600..=741).contains(&through), "{through} of 100,000 guesses in a day");
    }

    #[test]
    fn a_network_that_tries_many_accounts_is_slowed_down() {
        let mut guesses = RateLimiter::default();
        let names: Vec<String> = (0..1000).map(|number| format!("player {number}")).collect();
        let through = names
            .iter()
            .filter(|name| guesses.check_attempt(&guess(name, 1, None), NOW).is_ok())
            .count();
        assert_eq!(through as i64, NETWORK.burst);
    }

    #[test]
    fn a_hundred_times_as_many_keys_take_no_more_memory_and_free_no_account_under_attack() {
        const MOST: usize = 1 << 10;
        let mut guesses = RateLimiter::with_max_buckets(MOST);
        while guesses.check_attempt(&guess("juan", 1, None), NOW).is_ok() {}
        for from in 2..4 {
            while guesses.check_attempt(&guess("juan", from, None), NOW).is_ok() {}
        }
        for number in 0..25_000 {
            let name = format!("player {number}");
            let _ = guesses.check_attempt(&guess(&name, 100 + number, None), NOW);
            let _ = guesses.check_sign_up(network(number), None, NOW);
            assert!(guesses.full_at.len() <= MOST);
        }
        assert!(
            guesses.check_attempt(&guess("juan", 5, None), NOW).is_err(),
            "his strangers still wait"
        );
        for number in 0..10_000 {
            guesses.record_success(&guess("maria", number, None), NOW);
        }
        assert!(guesses.known_networks.len() <= MOST);
    }

    #[test]
    fn a_clock_that_is_set_back_locks_nobody_out_for_long() {
        let mut guesses = RateLimiter::default();
        let mine = guess("juan", 1, None);
        while guesses.check_attempt(&mine, NOW + 3650 * DAY).is_ok() {}
        let Err(wait) = guesses.check_attempt(&mine, NOW) else { panic!("it is empty") };
        assert!(wait.seconds <= 600, "{wait:?}");
        assert_eq!(guesses.check_attempt(&mine, NOW + 10 * MINUTE), Ok(()));
        assert_eq!(
            guesses.check_attempt(&mine, Micros(i64::MAX - 1)),
            Ok(()),
            "nor does the end of time break it"
        );
    }

    #[test]
    fn letters_and_sign_ups_are_few() {
        let mut guesses = RateLimiter::default();
        let mut letters = |post| {
            (0..10).filter(|_| guesses.check_mail(post, "a@b.c", network(1), NOW).is_ok()).count()
        };
        assert_eq!(
            [MailPurpose::Reset, MailPurpose::SignIn, MailPurpose::Confirm, MailPurpose::SignUp]
                .map(&mut letters),
            [3, 3, 3, 3]
        );
        let mut accounts =
            |now| (0..400).filter(|_| guesses.check_sign_up(network(1), None, now).is_ok()).count();
        assert_eq!((accounts(NOW), accounts(NOW + HOUR)), (100, 100), "in each hour");
        guesses.set_sign_up_limit(3);
        let mut few =
            || (0..9).filter(|_| guesses.check_sign_up(network(2), None, NOW).is_ok()).count();
        assert_eq!(few(), 3);
        guesses.set_sign_up_limit(0);
        assert!((0..400).all(|_| guesses.check_sign_up(network(3), None, NOW).is_ok()));
    }

    #[test]
    fn guests_of_a_network_are_as_few_as_its_sign_ups_and_take_no_place_of_theirs() {
        let mut guesses = RateLimiter::default();
        guesses.set_sign_up_limit(3);
        let mut guests =
            |from| (0..9).filter(|_| guesses.check_guest(network(from), NOW).is_ok()).count();
        assert_eq!((guests(1), guests(1), guests(2)), (3, 0, 3));
        assert_eq!(guesses.check_sign_up(network(1), None, NOW), Ok(()));
    }

    #[test]
    fn challenges_of_passkeys_are_as_few_as_wrong_passwords_unless_they_are_answered() {
        let mut guesses = RateLimiter::default();
        for _ in 0..1000 {
            assert_eq!(guesses.check_challenge(network(1), NOW), Ok(()));
            guesses.refund_challenge(network(1));
        }
        let asked = (0..1000).filter(|_| guesses.check_challenge(network(1), NOW).is_ok()).count();
        assert_eq!(asked as i64, NETWORK.burst);
        assert_eq!(guesses.check_challenge(network(2), NOW), Ok(()), "others may");
    }

    #[test]
    fn a_sign_up_that_is_refused_takes_nothing() {
        let mut guesses = RateLimiter::default();
        for _ in 0..1000 {
            assert_eq!(guesses.check_sign_up(network(1), Some("a@b.c"), NOW), Ok(()));
            guesses.refund_sign_up(network(1), Some("a@b.c"));
        }
        for _ in 0..3 {
            assert_eq!(guesses.check_sign_up(network(1), Some("a@b.c"), NOW), Ok(()));
        }
        assert!(guesses.check_sign_up(network(1), Some("a@b.c"), NOW).is_err());
        assert_eq!(guesses.check_sign_up(network(1), Some("d@b.c"), NOW), Ok(()), "others may");
    }

    #[test]
    fn who_is_welcome_gets_in_while_strangers_flood() {
        let mut guesses = RateLimiter::default();
        for from in 100..200 {
            let _ = guesses.check_attempt(&guess("juan", from, None), NOW);
        }
        let new = guess("juan", 7, None);
        assert_eq!(guesses.check_attempt(&new, NOW), Err(RetryAfter { seconds: 120 }));
        guesses.trust_network(Attempt::Password, "juan", network(7), NOW);
        assert_eq!(guesses.check_attempt(&new, NOW), Ok(()));
        assert!(guesses.check_attempt(&guess("juan", 8, None), NOW).is_err(), "nobody else does");
    }

    #[test]
    fn a_log_learns_no_more_of_a_network_than_its_neighbourhood() {
        let of = |text: &str| {
            ClientNetwork::from(text.parse::<IpAddr>().expect("an address")).to_string()
        };
        assert_eq!(of("192.0.2.77"), "192.0.2.0/24");
        assert_eq!(of("::ffff:192.0.2.77"), "192.0.2.0/24");
        assert_eq!(of("2001:db8:7:ab01::1"), "2001:db8:7::/48");
    }

    #[test]
    fn a_network_is_one_address_or_what_one_customer_has() {
        let of = |text: &str| ClientNetwork::from(text.parse::<IpAddr>().expect("an address"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_eq!(of("192.0.2.1"), of("::ffff:192.0.2.1"));
        assert_eq!(of("2001:db8:0:1::1"), of("2001:db8:0:ff:9::7"));
        assert_ne!(of("2001:db8:0:100::1"), of("2001:db8:0:200::1"));
    }
}
