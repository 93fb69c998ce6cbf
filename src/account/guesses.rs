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
pub struct Limit {
    pub at_once: i64,
    pub every: i64,
}

/// Guesses for one account from one browser that knows it: its owner may try ten passwords that
/// he once had, and 240 a day if he is stubborn.
pub const KNOWN_DEVICE: Limit = Limit { at_once: 10, every: 6 * MINUTE };
/// For one account from one network: the same for a browser that is new.
pub const ACCOUNT_AND_NETWORK: Limit = Limit { at_once: 10, every: 6 * MINUTE };
/// Passwords for one account from all networks that it does not know: 50 within an hour (OWASP ASVS
/// 4.0, 2.2.1 has 100), 720 a day, which finds nothing that is not among the first tried. Whoever
/// keeps this bucket empty keeps a holder out who comes with a new browser from a new network: he
/// comes in by a new password, whose link makes his network known ([`Guesses::welcome`]). What
/// remains: networks are known in this process alone, so that a restart forgets them, and without
/// letters the link is the operator's to give.
pub const STRANGERS: Limit = Limit { at_once: 20, every: 2 * MINUTE };
/// Codes for one account from all networks that it does not know. Fewer, since they are short; only
/// who has the password can empty it.
pub const STRANGERS_CODES: Limit = Limit { at_once: 20, every: 10 * MINUTE };
/// From one network for all accounts: a school behind one address may sign in together, since
/// only what is wrong counts.
pub const NETWORK: Limit = Limit { at_once: 60, every: 20 * SECOND };
/// Letters to one address: a person who waits asks again, and nobody's mailbox is filled.
pub const LETTERS: Limit = Limit { at_once: 3, every: 20 * MINUTE };
/// Letters that one network asks for.
pub const LETTERS_OF_NETWORK: Limit = Limit { at_once: 20, every: 3 * MINUTE };
/// Accounts that one network makes in an hour, unless the operator says otherwise: a hall signs up behind one address.
pub const SIGN_UPS_AN_HOUR: u32 = 100;
const HOUR: i64 = 60 * MINUTE;

/// So many accounts at once, and as many in each hour; without limit for 0.
fn sign_ups(an_hour: u32) -> Option<Limit> {
    let at_once = i64::from(an_hour);
    (at_once > 0).then(|| Limit { at_once, every: HOUR / at_once })
}

/// Buckets that are remembered, about 3 MB of them. Where there are more, those that lack
/// least are forgotten: the bucket of an account under attack stays.
pub const MOST_BUCKETS: usize = 1 << 16;
/// Networks that are known to an account for so long.
const KNOWN_FOR: i64 = 30 * 24 * 60 * MINUTE;

/// What somebody tries to open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Door {
    Password,
    /// The second factor; the password was right.
    Code,
}

/// What a letter with a link is for: each has buckets of its own, so that nobody keeps a new password
/// from a person by signing up with his address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Post {
    Reset,
    Confirm,
    SignUp,
}

/// One guess.
#[derive(Debug, Clone, Copy)]
pub struct Guess<'a> {
    pub door: Door,
    /// The name as it is folded, whether or not there is an account of that name.
    pub account: &'a str,
    pub network: Network,
    /// Whether it comes from a browser that has signed in to this account before, and which.
    pub device: Option<i32>,
}

/// Where a guess comes from: one IPv4 address, or the part of an IPv6 address that one customer
/// has (56 bits).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network(u64);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Network {
        match address.to_canonical() {
            // No IPv6 network begins with bits that are all set.
            IpAddr::V4(address) => Network(u64::MAX << 32 | u64::from(u32::from(address))),
            IpAddr::V6(address) => Network((u128::from(address) >> 72) as u64),
        }
    }
}

/// What of it a log may hold: the first 24 bits of an IPv4 address, 48 of another.
impl fmt::Display for Network {
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
pub struct Wait {
    pub seconds: u64,
}

/// What a bucket is for.
#[derive(Hash)]
enum Bucket<'a> {
    Device(Door, i32),
    Pair(Door, &'a str, Network),
    Strangers(Door, &'a str),
    Network(Network),
    Letters(Post, &'a str),
    LettersOf(Post, Network),
    SignUps(Network),
}

/// All buckets that are not full, and the networks that accounts know.
pub struct Guesses {
    hasher: RandomState,
    sign_ups: Option<Limit>,
    /// Of each of the two.
    most: usize,
    /// When the bucket will be full again.
    full_at: HashMap<u64, i64>,
    /// When somebody last signed in to this account from this network.
    known: HashMap<u64, i64>,
}

impl Default for Guesses {
    fn default() -> Guesses {
        Guesses::remembering(MOST_BUCKETS)
    }
}

impl Guesses {
    fn remembering(most: usize) -> Guesses {
        let hasher = RandomState::new();
        let sign_ups = sign_ups(SIGN_UPS_AN_HOUR);
        Guesses { hasher, sign_ups, most, full_at: HashMap::new(), known: HashMap::new() }
    }

    /// Lets so many accounts be made from one network in an hour; 0 is without limit.
    pub fn limit_sign_ups(&mut self, an_hour: u32) {
        self.sign_ups = sign_ups(an_hour);
    }

    /// Takes one guess from the buckets that it concerns.
    ///
    /// # Errors
    /// How long to wait, where one of them is empty; nothing is taken then.
    pub fn guess(&mut self, guess: &Guess<'_>, now: i64) -> Result<(), Wait> {
        let buckets = self.buckets_of(guess, now);
        self.take(&buckets, now)
    }

    /// The guess was right: it takes nothing, and the network is known from now on.
    pub fn right(&mut self, guess: &Guess<'_>, now: i64) {
        let buckets = self.buckets_of(guess, now);
        self.give_back(&buckets);
        let pair = self.key(&Bucket::Pair(guess.door, guess.account, guess.network));
        self.know(pair, now);
    }

    /// The holder showed by a link that the account is his: from this network he may sign in, however
    /// many strangers try to, and what he guessed wrong from it before is forgotten.
    pub fn welcome(&mut self, door: Door, account: &str, network: Network, now: i64) {
        let pair = self.key(&Bucket::Pair(door, account, network));
        self.full_at.remove(&pair);
        self.know(pair, now);
    }

    fn know(&mut self, pair: u64, now: i64) {
        if self.known.len() >= self.most && !self.known.contains_key(&pair) {
            forget_least(&mut self.known);
        }
        self.known.insert(pair, now);
    }

    /// A letter to this address is asked for.
    ///
    /// # Errors
    /// How long to wait.
    pub fn letter(
        &mut self,
        post: Post,
        address: &str,
        network: Network,
        now: i64,
    ) -> Result<(), Wait> {
        let buckets = self.buckets_of_letter(post, address, network);
        self.take(&buckets, now)
    }

    fn buckets_of_letter(&self, post: Post, address: &str, network: Network) -> Vec<(u64, Limit)> {
        vec![
            (self.key(&Bucket::Letters(post, address)), LETTERS),
            (self.key(&Bucket::LettersOf(post, network)), LETTERS_OF_NETWORK),
        ]
    }

    fn buckets_of_sign_up(&self, network: Network, address: Option<&str>) -> Vec<(u64, Limit)> {
        let own = self.sign_ups.map(|limit| (self.key(&Bucket::SignUps(network)), limit));
        let mut buckets: Vec<_> = own.into_iter().collect();
        if let Some(address) = address {
            buckets.extend(self.buckets_of_letter(Post::SignUp, address, network));
        }
        buckets
    }

    /// An account is to be made, with a letter to its address where it has one.
    ///
    /// # Errors
    /// How long to wait; nothing is taken then.
    pub fn sign_up(
        &mut self,
        network: Network,
        address: Option<&str>,
        now: i64,
    ) -> Result<(), Wait> {
        let buckets = self.buckets_of_sign_up(network, address);
        self.take(&buckets, now)
    }

    /// The account was not made, and no letter goes: it takes nothing.
    pub fn sign_up_refused(&mut self, network: Network, address: Option<&str>) {
        let buckets = self.buckets_of_sign_up(network, address);
        self.give_back(&buckets);
    }

    fn give_back(&mut self, buckets: &[(u64, Limit)]) {
        for (bucket, limit) in buckets {
            if let Some(full_at) = self.full_at.get_mut(bucket) {
                *full_at -= limit.every;
            }
        }
    }

    /// A bucket's key is 64 bits under a random key of this process: nobody aims at another's.
    fn key(&self, bucket: &Bucket<'_>) -> u64 {
        self.hasher.hash_one(bucket)
    }

    fn buckets_of(&self, guess: &Guess<'_>, now: i64) -> Vec<(u64, Limit)> {
        let Guess { door, account, network, device } = *guess;
        if let Some(device) = device {
            return vec![(self.key(&Bucket::Device(door, device)), KNOWN_DEVICE)];
        }
        let pair = self.key(&Bucket::Pair(door, account, network));
        let mut buckets = vec![(pair, ACCOUNT_AND_NETWORK)];
        let since = |at: &i64| (0..KNOWN_FOR).contains(&now.saturating_sub(*at));
        if !self.known.get(&pair).is_some_and(since) {
            let strangers = if door == Door::Password { STRANGERS } else { STRANGERS_CODES };
            buckets.push((self.key(&Bucket::Strangers(door, account)), strangers));
            buckets.push((self.key(&Bucket::Network(network)), NETWORK));
        }
        buckets
    }

    /// One from each, or none.
    fn take(&mut self, buckets: &[(u64, Limit)], now: i64) -> Result<(), Wait> {
        for (key, limit) in buckets {
            self.set_right(*key, *limit, now);
        }
        let wait = buckets.iter().map(|(key, limit)| self.lacks(*key, *limit, now)).max();
        if let Some(wait) = wait.filter(|wait| *wait > 0) {
            return Err(Wait { seconds: (wait.unsigned_abs()).div_ceil(SECOND as u64) });
        }
        for (key, limit) in buckets {
            let full_at = self.full_at(*key, now).saturating_add(limit.every);
            if self.full_at.len() >= self.most && !self.full_at.contains_key(key) {
                self.full_at.retain(|_, full_at| *full_at > now);
                if self.full_at.len() >= self.most / 8 * 7 {
                    forget_least(&mut self.full_at);
                }
            }
            self.full_at.insert(*key, full_at);
        }
        Ok(())
    }

    /// A bucket lacks at most all that it holds: more comes from a clock that was set back.
    fn set_right(&mut self, key: u64, limit: Limit, now: i64) {
        if let Some(full_at) = self.full_at.get_mut(&key) {
            *full_at = (*full_at).min(now.saturating_add(limit.at_once * limit.every));
        }
    }

    /// When the bucket is full again; now where it is.
    fn full_at(&self, key: u64, now: i64) -> i64 {
        self.full_at.get(&key).map_or(now, |full_at| (*full_at).max(now))
    }

    /// Microseconds until there is one in it.
    fn lacks(&self, key: u64, limit: Limit, now: i64) -> i64 {
        self.full_at(key, now) - now - (limit.at_once - 1) * limit.every
    }
}

/// Makes room: forgets the eighth whose moments are earliest.
fn forget_least(map: &mut HashMap<u64, i64>) {
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

    fn network(number: u32) -> Network {
        Network::from(IpAddr::from(number.to_be_bytes()))
    }

    fn guess(account: &str, from: u32, device: Option<i32>) -> Guess<'_> {
        Guess { door: Door::Password, account, network: network(from), device }
    }

    #[test]
    fn ten_wrong_passwords_at_once_and_then_one_every_six_minutes() {
        let mut guesses = Guesses::default();
        let mine = guess("juan", 1, None);
        for _ in 0..10 {
            assert_eq!(guesses.guess(&mine, NOW), Ok(()));
        }
        assert_eq!(guesses.guess(&mine, NOW), Err(Wait { seconds: 360 }));
        assert_eq!(guesses.guess(&mine, NOW + 359 * SECOND), Err(Wait { seconds: 1 }));
        assert_eq!(guesses.guess(&mine, NOW + 360 * SECOND), Ok(()));
        assert_eq!(guesses.guess(&guess("maria", 1, None), NOW), Ok(()), "others may");
    }

    #[test]
    fn what_is_right_takes_nothing() {
        let mut guesses = Guesses::default();
        for _ in 0..1000 {
            assert_eq!(guesses.guess(&guess("juan", 1, None), NOW), Ok(()));
            guesses.right(&guess("juan", 1, None), NOW);
        }
    }

    #[test]
    fn a_flood_from_ten_thousand_networks_lets_few_through_and_locks_no_owner_out() {
        let mut guesses = Guesses::default();
        let home = guess("juan", 7, None);
        guesses.guess(&home, NOW).expect("the first");
        guesses.right(&home, NOW);
        let mut through = 0;
        for number in 0..100_000_i64 {
            let now = NOW + number * DAY / 100_000;
            let from = 1000 + (number % 10_000) as u32;
            through += i32::from(guesses.guess(&guess("juan", from, None), now).is_ok());
            if number % 10_000 == 9_999 {
                assert_eq!(guesses.guess(&guess("juan", 9, Some(3)), now), Ok(()), "his browser");
                assert_eq!(guesses.guess(&home, now), Ok(()), "his network");
            }
        }
        assert!((600..=741).contains(&through), "{through} of 100,000 guesses in a day");
    }

    #[test]
    fn a_network_that_tries_many_accounts_is_slowed_down() {
        let mut guesses = Guesses::default();
        let names: Vec<String> = (0..1000).map(|number| format!("player {number}")).collect();
        let through =
            names.iter().filter(|name| guesses.guess(&guess(name, 1, None), NOW).is_ok()).count();
        assert_eq!(through as i64, NETWORK.at_once);
    }

    #[test]
    fn a_hundred_times_as_many_keys_take_no_more_memory_and_free_no_account_under_attack() {
        const MOST: usize = 1 << 10;
        let mut guesses = Guesses::remembering(MOST);
        while guesses.guess(&guess("juan", 1, None), NOW).is_ok() {}
        for from in 2..4 {
            while guesses.guess(&guess("juan", from, None), NOW).is_ok() {}
        }
        for number in 0..25_000 {
            let name = format!("player {number}");
            let _ = guesses.guess(&guess(&name, 100 + number, None), NOW);
            let _ = guesses.sign_up(network(number), None, NOW);
            assert!(guesses.full_at.len() <= MOST);
        }
        assert!(guesses.guess(&guess("juan", 5, None), NOW).is_err(), "his strangers still wait");
        for number in 0..10_000 {
            guesses.right(&guess("maria", number, None), NOW);
        }
        assert!(guesses.known.len() <= MOST);
    }

    #[test]
    fn a_clock_that_is_set_back_locks_nobody_out_for_long() {
        let mut guesses = Guesses::default();
        let mine = guess("juan", 1, None);
        while guesses.guess(&mine, NOW + 3650 * DAY).is_ok() {}
        let Err(wait) = guesses.guess(&mine, NOW) else { panic!("it is empty") };
        assert!(wait.seconds <= 600, "{wait:?}");
        assert_eq!(guesses.guess(&mine, NOW + 10 * MINUTE), Ok(()));
        assert_eq!(guesses.guess(&mine, i64::MAX - 1), Ok(()), "nor does the end of time break it");
    }

    #[test]
    fn letters_and_sign_ups_are_few() {
        let mut guesses = Guesses::default();
        let mut letters = |post| {
            (0..10).filter(|_| guesses.letter(post, "a@b.c", network(1), NOW).is_ok()).count()
        };
        assert_eq!([Post::Reset, Post::Confirm, Post::SignUp].map(&mut letters), [3, 3, 3]);
        let mut accounts =
            |now| (0..400).filter(|_| guesses.sign_up(network(1), None, now).is_ok()).count();
        assert_eq!((accounts(NOW), accounts(NOW + HOUR)), (100, 100), "in each hour");
        guesses.limit_sign_ups(3);
        let mut few = || (0..9).filter(|_| guesses.sign_up(network(2), None, NOW).is_ok()).count();
        assert_eq!(few(), 3);
        guesses.limit_sign_ups(0);
        assert!((0..400).all(|_| guesses.sign_up(network(3), None, NOW).is_ok()));
    }

    #[test]
    fn a_sign_up_that_is_refused_takes_nothing() {
        let mut guesses = Guesses::default();
        for _ in 0..1000 {
            assert_eq!(guesses.sign_up(network(1), Some("a@b.c"), NOW), Ok(()));
            guesses.sign_up_refused(network(1), Some("a@b.c"));
        }
        for _ in 0..3 {
            assert_eq!(guesses.sign_up(network(1), Some("a@b.c"), NOW), Ok(()));
        }
        assert!(guesses.sign_up(network(1), Some("a@b.c"), NOW).is_err());
        assert_eq!(guesses.sign_up(network(1), Some("d@b.c"), NOW), Ok(()), "others may");
    }

    #[test]
    fn who_is_welcome_gets_in_while_strangers_flood() {
        let mut guesses = Guesses::default();
        for from in 100..200 {
            let _ = guesses.guess(&guess("juan", from, None), NOW);
        }
        let new = guess("juan", 7, None);
        assert_eq!(guesses.guess(&new, NOW), Err(Wait { seconds: 120 }));
        guesses.welcome(Door::Password, "juan", network(7), NOW);
        assert_eq!(guesses.guess(&new, NOW), Ok(()));
        assert!(guesses.guess(&guess("juan", 8, None), NOW).is_err(), "nobody else does");
    }

    #[test]
    fn a_log_learns_no_more_of_a_network_than_its_neighbourhood() {
        let of =
            |text: &str| Network::from(text.parse::<IpAddr>().expect("an address")).to_string();
        assert_eq!(of("192.0.2.77"), "192.0.2.0/24");
        assert_eq!(of("::ffff:192.0.2.77"), "192.0.2.0/24");
        assert_eq!(of("2001:db8:7:ab01::1"), "2001:db8:7::/48");
    }

    #[test]
    fn a_network_is_one_address_or_what_one_customer_has() {
        let of = |text: &str| Network::from(text.parse::<IpAddr>().expect("an address"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_eq!(of("192.0.2.1"), of("::ffff:192.0.2.1"));
        assert_eq!(of("2001:db8:0:1::1"), of("2001:db8:0:ff:9::7"));
        assert_ne!(of("2001:db8:0:100::1"), of("2001:db8:0:200::1"));
    }
}
