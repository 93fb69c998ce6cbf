//! How often somebody may guess: passwords, codes, addresses.
//!
//! Each door has buckets that fill again with time. A browser that has signed in to the account
//! before has one of its own, and so has a network from which somebody signed in to it: whoever
//! floods the account from elsewhere empties the bucket of strangers, never theirs. What is
//! right gives back what it took.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Microseconds of a second.
const SECOND: i64 = 1_000_000;
const MINUTE: i64 = 60 * SECOND;

/// So many at once, and one more each time that `every` microseconds have passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    pub burst: i64,
    pub refill_micros: i64,
}

/// Guesses for one account from one browser that knows it: its owner may try ten passwords that
/// he once had, and 240 a day if he is stubborn.
pub const KNOWN_DEVICE: RateLimit = RateLimit { burst: 10, refill_micros: 6 * MINUTE };
/// For one account from one network: the same for a browser that is new.
pub const ACCOUNT_AND_NETWORK: RateLimit = RateLimit { burst: 10, refill_micros: 6 * MINUTE };
/// Passwords for one account from all networks that it does not know: 50 within an hour (OWASP ASVS
/// 4.0, 2.2.1 has 100), 720 a day, which finds nothing that is not among the first tried. Whoever
/// keeps this bucket empty keeps a holder out who comes with a new browser from a new network: he
/// comes in by a new password, whose link makes his network known ([`RateLimiter::trust_network`]). What
/// remains: networks are known in this process alone, so that a restart forgets them, and without
/// letters the link is the operator's to give.
pub const UNKNOWN_NETWORKS: RateLimit = RateLimit { burst: 20, refill_micros: 2 * MINUTE };
/// Codes for one account from all networks that it does not know. Fewer, since they are short; only
/// who has the password can empty it.
pub const UNKNOWN_NETWORKS_CODES: RateLimit = RateLimit { burst: 20, refill_micros: 10 * MINUTE };
/// From one network for all accounts: a school behind one address may sign in together, since
/// only what is wrong counts.
pub const NETWORK: RateLimit = RateLimit { burst: 60, refill_micros: 20 * SECOND };
/// Letters to one address: a person who waits asks again, and nobody's mailbox is filled.
pub const MAIL_PER_ADDRESS: RateLimit = RateLimit { burst: 3, refill_micros: 20 * MINUTE };
/// Letters that one network asks for.
pub const MAIL_PER_NETWORK: RateLimit = RateLimit { burst: 20, refill_micros: 3 * MINUTE };
/// Accounts that one network makes in an hour, unless the operator says otherwise: a hall signs up behind one address.
pub const DEFAULT_SIGN_UPS_PER_HOUR: u32 = 100;
const HOUR: i64 = 60 * MINUTE;

/// So many accounts at once, and as many in each hour; without limit for 0.
fn sign_up_limit(an_hour: u32) -> Option<RateLimit> {
    let at_once = i64::from(an_hour);
    (at_once > 0).then(|| RateLimit { burst: at_once, refill_micros: HOUR / at_once })
}

/// Buckets that are remembered, about 3 MB of them. Where there are more, those that lack
/// least are forgotten: the bucket of an account under attack stays.
pub const MAX_BUCKETS: usize = 1 << 16;
/// Networks that are known to an account for so long.
const KNOWN_NETWORK_TTL: i64 = 30 * 24 * 60 * MINUTE;

/// What somebody tries to open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Attempt {
    Password,
    /// The second factor; the password was right.
    Code,
}

/// What a letter with a link is for: each has buckets of its own, so that nobody keeps a new password
/// from a person by signing up with his address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailPurpose {
    Reset,
    Confirm,
    SignUp,
}

/// One guess.
#[derive(Debug, Clone, Copy)]
pub struct SignInAttempt<'a> {
    pub attempt: Attempt,
    /// The name as it is folded, whether or not there is an account of that name.
    pub account: &'a str,
    pub network: ClientNetwork,
    /// Whether it comes from a browser that has signed in to this account before, and which.
    pub device: Option<i32>,
}

/// Where a guess comes from: one IPv4 address, or the part of an IPv6 address that one customer
/// has (56 bits).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientNetwork(u64);

impl From<IpAddr> for ClientNetwork {
    fn from(address: IpAddr) -> ClientNetwork {
        match address.to_canonical() {
            // No IPv6 network begins with bits that are all set.
            IpAddr::V4(address) => ClientNetwork(u64::MAX << 32 | u64::from(u32::from(address))),
            IpAddr::V6(address) => ClientNetwork((u128::from(address) >> 72) as u64),
        }
    }
}

/// What of it a log may hold: the first 24 bits of an IPv4 address, 48 of another.
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

/// Too many guesses: the next is answered after so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryAfter {
    pub seconds: u64,
}

/// What a bucket is for.
#[derive(Hash)]
enum Bucket<'a> {
    Device(Attempt, i32),
    AccountAndNetwork(Attempt, &'a str, ClientNetwork),
    UnknownNetworks(Attempt, &'a str),
    Network(ClientNetwork),
    MailToAddress(MailPurpose, &'a str),
    MailFromNetwork(MailPurpose, ClientNetwork),
    SignUps(ClientNetwork),
}

/// All buckets that are not full, and the networks that accounts know.
pub struct RateLimiter {
    hasher: RandomState,
    sign_ups: Option<RateLimit>,
    /// Of each of the two.
    max_buckets: usize,
    /// When the bucket will be full again.
    full_at: HashMap<u64, i64>,
    /// When somebody last signed in to this account from this network.
    known_networks: HashMap<u64, i64>,
}

impl Default for RateLimiter {
    fn default() -> RateLimiter {
        RateLimiter::with_max_buckets(MAX_BUCKETS)
    }
}

impl RateLimiter {
    fn with_max_buckets(most: usize) -> RateLimiter {
        let hasher = RandomState::new();
        let sign_ups = sign_up_limit(DEFAULT_SIGN_UPS_PER_HOUR);
        RateLimiter {
            hasher,
            sign_ups,
            max_buckets: most,
            full_at: HashMap::new(),
            known_networks: HashMap::new(),
        }
    }

    /// Lets so many accounts be made from one network in an hour; 0 is without limit.
    pub fn set_sign_up_limit(&mut self, an_hour: u32) {
        self.sign_ups = sign_up_limit(an_hour);
    }

    /// Takes one guess from the buckets that it concerns.
    ///
    /// # Errors
    /// How long to wait, where one of them is empty; nothing is taken then.
    pub fn check_attempt(&mut self, guess: &SignInAttempt<'_>, now: i64) -> Result<(), RetryAfter> {
        let buckets = self.attempt_buckets(guess, now);
        self.take(&buckets, now)
    }

    /// The guess was right: it takes nothing, and the network is known from now on.
    pub fn record_success(&mut self, guess: &SignInAttempt<'_>, now: i64) {
        let buckets = self.attempt_buckets(guess, now);
        self.refund(&buckets);
        let pair =
            self.key(&Bucket::AccountAndNetwork(guess.attempt, guess.account, guess.network));
        self.remember_network(pair, now);
    }

    /// The holder showed by a link that the account is his: from this network he may sign in, however
    /// many strangers try to, and what he guessed wrong from it before is forgotten.
    pub fn trust_network(
        &mut self,
        door: Attempt,
        account: &str,
        network: ClientNetwork,
        now: i64,
    ) {
        let pair = self.key(&Bucket::AccountAndNetwork(door, account, network));
        self.full_at.remove(&pair);
        self.remember_network(pair, now);
    }

    fn remember_network(&mut self, pair: u64, now: i64) {
        if self.known_networks.len() >= self.max_buckets && !self.known_networks.contains_key(&pair)
        {
            evict_oldest(&mut self.known_networks);
        }
        self.known_networks.insert(pair, now);
    }

    /// A letter to this address is asked for.
    ///
    /// # Errors
    /// How long to wait.
    pub fn check_mail(
        &mut self,
        post: MailPurpose,
        address: &str,
        network: ClientNetwork,
        now: i64,
    ) -> Result<(), RetryAfter> {
        let buckets = self.mail_buckets(post, address, network);
        self.take(&buckets, now)
    }

    fn mail_buckets(
        &self,
        post: MailPurpose,
        address: &str,
        network: ClientNetwork,
    ) -> Vec<(u64, RateLimit)> {
        vec![
            (self.key(&Bucket::MailToAddress(post, address)), MAIL_PER_ADDRESS),
            (self.key(&Bucket::MailFromNetwork(post, network)), MAIL_PER_NETWORK),
        ]
    }

    fn sign_up_buckets(
        &self,
        network: ClientNetwork,
        address: Option<&str>,
    ) -> Vec<(u64, RateLimit)> {
        let own = self.sign_ups.map(|limit| (self.key(&Bucket::SignUps(network)), limit));
        let mut buckets: Vec<_> = own.into_iter().collect();
        if let Some(address) = address {
            buckets.extend(self.mail_buckets(MailPurpose::SignUp, address, network));
        }
        buckets
    }

    /// An account is to be made, with a letter to its address where it has one.
    ///
    /// # Errors
    /// How long to wait; nothing is taken then.
    pub fn check_sign_up(
        &mut self,
        network: ClientNetwork,
        address: Option<&str>,
        now: i64,
    ) -> Result<(), RetryAfter> {
        let buckets = self.sign_up_buckets(network, address);
        self.take(&buckets, now)
    }

    /// The account was not made, and no letter goes: it takes nothing.
    pub fn refund_sign_up(&mut self, network: ClientNetwork, address: Option<&str>) {
        let buckets = self.sign_up_buckets(network, address);
        self.refund(&buckets);
    }

    fn refund(&mut self, buckets: &[(u64, RateLimit)]) {
        for (bucket, limit) in buckets {
            if let Some(full_at) = self.full_at.get_mut(bucket) {
                *full_at -= limit.refill_micros;
            }
        }
    }

    /// A bucket's key is 64 bits under a random key of this process: nobody aims at another's.
    fn key(&self, bucket: &Bucket<'_>) -> u64 {
        self.hasher.hash_one(bucket)
    }

    fn attempt_buckets(&self, guess: &SignInAttempt<'_>, now: i64) -> Vec<(u64, RateLimit)> {
        let SignInAttempt { attempt: door, account, network, device } = *guess;
        if let Some(device) = device {
            return vec![(self.key(&Bucket::Device(door, device)), KNOWN_DEVICE)];
        }
        let pair = self.key(&Bucket::AccountAndNetwork(door, account, network));
        let mut buckets = vec![(pair, ACCOUNT_AND_NETWORK)];
        let since = |at: &i64| (0..KNOWN_NETWORK_TTL).contains(&now.saturating_sub(*at));
        if !self.known_networks.get(&pair).is_some_and(since) {
            let strangers =
                if door == Attempt::Password { UNKNOWN_NETWORKS } else { UNKNOWN_NETWORKS_CODES };
            buckets.push((self.key(&Bucket::UnknownNetworks(door, account)), strangers));
            buckets.push((self.key(&Bucket::Network(network)), NETWORK));
        }
        buckets
    }

    /// One from each, or none.
    fn take(&mut self, buckets: &[(u64, RateLimit)], now: i64) -> Result<(), RetryAfter> {
        for (key, limit) in buckets {
            self.clamp_to_limit(*key, *limit, now);
        }
        let wait =
            buckets.iter().map(|(key, limit)| self.micros_until_next(*key, *limit, now)).max();
        if let Some(wait) = wait.filter(|wait| *wait > 0) {
            return Err(RetryAfter { seconds: (wait.unsigned_abs()).div_ceil(SECOND as u64) });
        }
        for (key, limit) in buckets {
            let full_at = self.full_at(*key, now).saturating_add(limit.refill_micros);
            if self.full_at.len() >= self.max_buckets && !self.full_at.contains_key(key) {
                self.full_at.retain(|_, full_at| *full_at > now);
                if self.full_at.len() >= self.max_buckets / 8 * 7 {
                    evict_oldest(&mut self.full_at);
                }
            }
            self.full_at.insert(*key, full_at);
        }
        Ok(())
    }

    /// A bucket lacks at most all that it holds: more comes from a clock that was set back.
    fn clamp_to_limit(&mut self, key: u64, limit: RateLimit, now: i64) {
        if let Some(full_at) = self.full_at.get_mut(&key) {
            *full_at = (*full_at).min(now.saturating_add(limit.burst * limit.refill_micros));
        }
    }

    /// When the bucket is full again; now where it is.
    fn full_at(&self, key: u64, now: i64) -> i64 {
        self.full_at.get(&key).map_or(now, |full_at| (*full_at).max(now))
    }

    /// Microseconds until there is one in it.
    fn micros_until_next(&self, key: u64, limit: RateLimit, now: i64) -> i64 {
        self.full_at(key, now) - now - (limit.burst - 1) * limit.refill_micros
    }
}

/// Makes room: forgets the eighth whose moments are earliest.
fn evict_oldest(map: &mut HashMap<u64, i64>) {
    let mut moments: Vec<i64> = map.values().copied().collect();
    let eighth = (moments.len() / 8).max(1);
    if moments.len() <= eighth {
        return map.clear();
    }
    let (_, limit, _) = moments.select_nth_unstable(eighth);
    let limit = *limit;
    let mut equal_ones = eighth;
    // Where many have one and the same moment, only as many of them go as must.
    map.retain(|_, moment| {
        let goes = *moment < limit || (*moment == limit && equal_ones > 0);
        equal_ones -= usize::from(goes && equal_ones > 0);
        !goes
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_760_000_000_000_000;
    const DAY: i64 = 24 * 60 * MINUTE;

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
            guesses.check_attempt(&mine, i64::MAX - 1),
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
            [MailPurpose::Reset, MailPurpose::Confirm, MailPurpose::SignUp].map(&mut letters),
            [3, 3, 3]
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
