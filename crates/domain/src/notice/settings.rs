//! Which kinds of notices an account wants on which channel, and when it wants quiet.

use super::{Channel, NoticeKinds};

pub const MINUTES_PER_DAY: u16 = 24 * 60;

/// The hours in which mail and push messages wait, in minutes after midnight. They may include
/// midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    from: u16,
    until: u16,
}

impl QuietHours {
    /// `None` if they begin and end at the same minute, or not within a day.
    pub fn new(from: u16, until: u16) -> Option<QuietHours> {
        let is_valid = from != until && from < MINUTES_PER_DAY && until < MINUTES_PER_DAY;
        is_valid.then_some(QuietHours { from, until })
    }

    /// The minutes at which they begin and end.
    pub const fn bounds(self) -> (u16, u16) {
        (self.from, self.until)
    }

    /// The number of minutes until they end; 0 if this minute of the day is outside of them.
    pub const fn minutes_left(self, minute: u16) -> u16 {
        let QuietHours { from, until } = self;
        let since = (minute + MINUTES_PER_DAY - from) % MINUTES_PER_DAY;
        let length = (until + MINUTES_PER_DAY - from) % MINUTES_PER_DAY;
        length.saturating_sub(since)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeSettings {
    pub site: NoticeKinds,
    pub mail: NoticeKinds,
    pub push: NoticeKinds,
    pub quiet: Option<QuietHours>,
    /// The name of the time zone, such as `Asia/Manila`.
    pub zone: String,
    /// Whether mail comes once a day.
    pub digest: bool,
}

/// The zone of most players.
const DEFAULT_ZONE: &str = "Asia/Manila";

impl Default for NoticeSettings {
    fn default() -> NoticeSettings {
        let all =
            NoticeKinds::ALL.iter().fold(NoticeKinds::NONE, |all, (kind, _)| all.union(*kind));
        NoticeSettings {
            site: all,
            mail: NoticeKinds::PAIRING.union(NoticeKinds::PROPOSAL),
            push: all,
            quiet: None,
            zone: DEFAULT_ZONE.to_owned(),
            digest: false,
        }
    }
}

impl NoticeSettings {
    /// The kinds wanted on a channel.
    pub const fn kinds(&self, channel: Channel) -> NoticeKinds {
        match channel {
            Channel::Site => self.site,
            Channel::Mail => self.mail,
            Channel::Push => self.push,
        }
    }

    pub const fn wants(&self, channel: Channel, kind: NoticeKinds) -> bool {
        self.kinds(channel).contains(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_may_include_midnight() {
        let night = QuietHours::new(22 * 60, 7 * 60).unwrap();
        for (minute, left) in [
            (21 * 60 + 59, 0),
            (22 * 60, 9 * 60),
            (23 * 60 + 59, 7 * 60 + 1),
            (0, 7 * 60),
            (6 * 60 + 59, 1),
            (7 * 60, 0),
            (12 * 60, 0),
        ] {
            assert_eq!(night.minutes_left(minute), left, "{minute}");
        }
        let noon = QuietHours::new(12 * 60, 13 * 60).unwrap();
        assert_eq!((noon.minutes_left(12 * 60 + 30), noon.minutes_left(13 * 60)), (30, 0));
    }

    #[test]
    fn outside_the_quiet_hours_nobody_waits_and_inside_until_exactly_their_end() {
        for from in (0..MINUTES_PER_DAY).step_by(97) {
            for until in (0..MINUTES_PER_DAY).step_by(101) {
                let Some(hours) = QuietHours::new(from, until) else { continue };
                for minute in 0..MINUTES_PER_DAY {
                    let inside = match from < until {
                        true => (from..until).contains(&minute),
                        false => minute >= from || minute < until,
                    };
                    let left = hours.minutes_left(minute);
                    assert_eq!(left > 0, inside, "{from}-{until} at {minute}");
                    assert!(!inside || (minute + left) % MINUTES_PER_DAY == until);
                }
            }
        }
    }

    #[test]
    fn hours_that_are_none_are_refused() {
        assert_eq!(QuietHours::new(60, 60), None);
        assert_eq!(QuietHours::new(0, MINUTES_PER_DAY), None);
    }

    #[test]
    fn by_default_mail_is_sent_for_pairings_and_proposals_only() {
        let settings = NoticeSettings::default();
        assert!(settings.wants(Channel::Mail, NoticeKinds::PAIRING));
        assert!(!settings.wants(Channel::Mail, NoticeKinds::MOVE));
        assert!(settings.wants(Channel::Site, NoticeKinds::MOVE));
    }
}
