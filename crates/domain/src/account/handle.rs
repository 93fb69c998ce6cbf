//! Handles: which characters they may have, and a key that is equal for look-alikes.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

use crate::message::message_enum;

/// The minimum length of a handle, in characters.
pub const MIN_HANDLE_LEN: usize = 2;
/// The maximum length of a handle, in characters.
pub const MAX_HANDLE_LEN: usize = 32;
/// The characters that are allowed besides letters and digits.
const ALLOWED_MARKS: [char; 5] = [' ', '.', '_', '-', '\''];
/// Names that are not people's. No handle may look like them.
const RESERVED_NAMES: [&str; 12] = [
    "adjutant",
    "admin",
    "administrator",
    "anonymous",
    "arbiter",
    "computer",
    "guest",
    "moderator",
    "nobody",
    "operator",
    "support",
    "system",
];

/// Characters that are invisible or change the text direction: `Default_Ignorable_Code_Point` and
/// `Bidi_Control` of the Unicode Character Database, line separators, and the empty braille
/// pattern.
const INVISIBLE_RANGES: [(u32, u32); 21] = [
    (0x00ad, 0x00ad),
    (0x034f, 0x034f),
    (0x061c, 0x061c),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xe000, 0xf8ff),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x1_bca0, 0x1_bca3),
    (0x1_d173, 0x1_d17a),
    (0xe_0000, 0xe_0fff),
    (0xf_0000, 0xf_fffd),
    (0x10_0000, 0x10_fffd),
];

/// A handle, normalised: composed (NFC), trimmed, with single spaces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Handle(String);

message_enum! {
    /// What is wrong with a handle.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum HandleError {
        TooShort => "refused-handle-too-short",
        TooLong => "refused-handle-too-long",
        Character(value: char) => "refused-handle-character",
        Invisible(code: u32) => "refused-handle-invisible" { value = code_point(*code) },
        MixedScripts => "refused-handle-mixed-scripts",
        InvalidEdge => "refused-handle-edge",
        NoLetter => "refused-handle-no-letter",
        Reserved => "refused-handle-reserved",
    }
}

/// A character as Unicode numbers it.
pub(crate) fn code_point(number: u32) -> String {
    format!("U+{number:04X}")
}

/// Whether the character is invisible or changes the text direction.
pub fn is_invisible(character: char) -> bool {
    let number = u32::from(character);
    character.is_control()
        || INVISIBLE_RANGES.iter().any(|(from, to)| (*from..=*to).contains(&number))
}

/// Whether a name has invisible characters, which no import accepts.
pub fn has_invisible(name: &str) -> bool {
    name.chars().any(is_invisible)
}

impl Handle {
    pub fn parse(written: &str) -> Result<Handle, Vec<HandleError>> {
        // Far too long input is not examined in detail.
        if written.len() > 64 * MAX_HANDLE_LEN {
            return Err(vec![HandleError::TooLong]);
        }
        let words: Vec<&str> = written.split(' ').filter(|word| !word.is_empty()).collect();
        let text: String = words.join(" ").nfc().collect();
        let faults = find_errors(&text);
        if faults.is_empty() { Ok(Handle(text)) } else { Err(faults) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key that all look-alikes of this handle share.
    pub fn look_key(&self) -> String {
        look_key(&self.0)
    }
}

fn is_allowed(character: char) -> bool {
    let letter = character.is_alphabetic() && character.identifier_allowed();
    letter || character.is_ascii_digit() || ALLOWED_MARKS.contains(&character)
}

fn find_errors(text: &str) -> Vec<HandleError> {
    let mut faults = Vec::new();
    let length = text.chars().count();
    if length < MIN_HANDLE_LEN {
        faults.push(HandleError::TooShort);
    }
    if length > MAX_HANDLE_LEN {
        faults.push(HandleError::TooLong);
    }
    if let Some(unseen) = text.chars().find(|one| is_invisible(*one)) {
        faults.push(HandleError::Invisible(u32::from(unseen)));
    }
    if let Some(odd) = text.chars().find(|one| !is_invisible(*one) && !is_allowed(*one)) {
        faults.push(HandleError::Character(odd));
    }
    if !text.is_single_script() {
        faults.push(HandleError::MixedScripts);
    }
    if text.chars().next().is_some_and(|first| ALLOWED_MARKS.contains(&first)) {
        faults.push(HandleError::InvalidEdge);
    }
    if length >= MIN_HANDLE_LEN && !text.chars().any(char::is_alphabetic) {
        faults.push(HandleError::NoLetter);
    }
    if is_reserved(text) {
        faults.push(HandleError::Reserved);
    }
    faults
}

/// Whether the name is reserved, or begins like those of deleted accounts ("Anonymous 1a2b3c4d"), of
/// guests ("Guest Ana") or of the computer ("Computer Major").
/// Nobody can sign up with such a name or claim an imported player of that name; only the site's
/// own imports may create one.
pub fn is_reserved(text: &str) -> bool {
    static KEYS: LazyLock<(HashSet<String>, String, [String; 3])> = LazyLock::new(|| {
        let keys = RESERVED_NAMES.iter().map(|name| look_key(name)).collect();
        let first_words = ["anonymous", GUEST, COMPUTER].map(look_key);
        (keys, look_key("anonymous"), first_words)
    });
    let (reserved, gone, first_words) = &*KEYS;
    let key = look_key(text);
    let words = spaced_look_key(text).replace(ALLOWED_MARKS, " ");
    let behind = key.strip_prefix(gone.as_str());
    words.split_once(' ').is_some_and(|(first, _)| first_words.iter().any(|one| one == first))
        || behind.is_some_and(|rest| rest.chars().count() == ANONYMOUS_SUFFIX_LEN)
        || reserved.contains(&key)
}

/// The first word of every guest's handle.
const GUEST: &str = "Guest";
/// The first word of the handles of the computer's players.
const COMPUTER: &str = "Computer";
/// The maximum length of the name that a guest chooses, in characters: with the first word and a number
/// it is a handle.
pub const MAX_GUEST_NAME_LEN: usize = 16;

/// The handle of a guest: "Guest Ana", "Guest Ana 417" or "Guest 417". Without a name there is a number.
pub fn guest_handle(name: Option<&Handle>, number: Option<u32>) -> String {
    let name = name.map(|name| name.as_str().to_owned());
    let number = number.map(|number| number.to_string());
    let words = [Some(GUEST.to_owned()), name, number];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The handle of the computer's player with this name: "Computer Major".
pub fn computer_handle(name: &str) -> String {
    format!("{COMPUTER} {name}")
}

/// The number of letters and digits after "Anonymous" in the name of a deleted account.
const ANONYMOUS_SUFFIX_LEN: usize = 8;

/// The key that all look-alikes of a name share: the skeleton of confusable characters (Unicode
/// Technical Standard 39, 4) in lower case, without spaces and marks.
pub fn look_key(name: &str) -> String {
    let spaced = spaced_look_key(name);
    let key: String = spaced.chars().filter(|one| !ALLOWED_MARKS.contains(one)).collect();
    if key.is_empty() { spaced } else { key }
}

/// Like [`look_key`] but with single spaces and with marks, as in hashes of older names.
///
/// The skeleton maps `I` to `l` but ignores case otherwise. So the name is mapped three times: as
/// written, for letters that are alike in one case only; in capitals, which makes `i`, `I`, `l`,
/// `L` and `1` equal; and in small letters, which makes `rn` and `m` equal.
pub fn spaced_look_key(name: &str) -> String {
    let as_written: String = skeleton(name).collect();
    let capitals = as_written.to_uppercase();
    let small = skeleton(&capitals).collect::<String>().to_lowercase();
    let key: String = skeleton(&small).flat_map(char::to_lowercase).collect();
    let words: Vec<&str> = key.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn faults_of(text: &str) -> Vec<HandleError> {
        Handle::parse(text).expect_err(text)
    }

    #[test]
    fn nobody_can_sign_up_with_a_name_of_the_computer() {
        for name in [computer_handle("Major"), "computer".to_owned(), "Cornputer-X".to_owned()] {
            assert!(Handle::parse(&name).is_err(), "{name}");
        }
        assert!(Handle::parse("Computerist").is_ok());
    }

    #[test]
    fn guests_have_names_that_nobody_can_sign_up_with() {
        let ana = Handle::parse("Ana").expect("a handle");
        assert_eq!(guest_handle(Some(&ana), None), "Guest Ana");
        assert_eq!(guest_handle(Some(&ana), Some(41)), "Guest Ana 41");
        assert_eq!(guest_handle(None, Some(417)), "Guest 417");
        for name in ["Guest Ana", "guest", "GUEST-7", "Guest_Ana 41", "Gu\u{435}st Ana"] {
            assert!(Handle::parse(name).is_err(), "{name}");
        }
        for name in ["Guestavo", "The Guest"] {
            assert!(Handle::parse(name).is_ok(), "{name}");
        }
        let longest = "m".repeat(MAX_GUEST_NAME_LEN);
        let longest = Handle::parse(&longest).expect("a handle");
        assert!(guest_handle(Some(&longest), Some(999_999_999)).len() <= MAX_HANDLE_LEN);
    }

    #[test]
    fn names_of_people_are_handles() {
        for name in [
            "Juan dela Cruz",
            "ma_2",
            "O'Brien",
            "José P. Rizal",
            "Peña-Cruz",
            "Иван",
            "山田",
            "Jr.",
        ] {
            assert_eq!(Handle::parse(name).map(|handle| handle.0), Ok(name.to_owned()));
        }
        let spaced = Handle::parse("  Juan   Cruz ").expect("a handle");
        assert_eq!(spaced.as_str(), "Juan Cruz");
        let composed = Handle::parse("Jose\u{301}").expect("a handle");
        assert_eq!(composed.as_str(), "Jos\u{e9}");
    }

    #[test]
    fn what_no_handle_is_made_of_is_named_all_at_once() {
        use HandleError::*;
        assert_eq!(faults_of("a"), [TooShort]);
        assert_eq!(faults_of(""), [TooShort]);
        assert_eq!(faults_of(&"a".repeat(33)), [TooLong]);
        assert_eq!(faults_of(&"a".repeat(100_000)), [TooLong]);
        assert_eq!(faults_of("<b>x"), [Character('<')]);
        assert_eq!(faults_of("Ju\u{200b}an"), [Invisible(0x200b)]);
        assert_eq!(faults_of("abc\u{202e}cba"), [Invisible(0x202e)]);
        assert_eq!(faults_of("tab\tbed"), [Invisible(9)]);
        assert_eq!(faults_of("pаypal"), [MixedScripts], "the first a is Cyrillic");
        assert_eq!(faults_of("-dash"), [InvalidEdge]);
        assert_eq!(faults_of("2026"), [NoLetter]);
        assert_eq!(faults_of("Admin"), [Reserved]);
        for gone in ["An0nymous 12ab", "Anonymous.12ab", "Anonymousbcdfghjk", "Ad min", "sys.tem"] {
            assert_eq!(
                faults_of(gone),
                [Reserved],
                "{gone}: people who left are called so, or nobody"
            );
        }
        assert!(Handle::parse("Anonymously").is_ok());
    }

    #[test]
    fn what_looks_alike_has_one_key() {
        let alike: &[&[&str]] = &[
            &["luzon", "Iuzon", "iuzon", "LUZON", "1uzon", "|uzon", "lu\u{200b}zon"],
            &["Moro", "M0r0", "moro", "rnoro", "MORO", "m\u{43e}ro", "\u{41c}oro"],
            &["Juan dela Cruz", "juan  dela cruz", "Juan\u{a0}dela Cruz"],
            &["paypal", "p\u{430}ypal", "PAYPAL", "\u{ff50}aypal"],
            &["O'Brien", "O\u{2019}Brien", "0'brien", "OBrien"],
            &[
                "Lakandula",
                "Laka ndula",
                "Lakandula.",
                "laka_ndula",
                "Laka-n'dula",
                "l a k a n d u l a",
            ],
            &["Fer Nando", "FerNando", "Femando"],
            &["Jos\u{e9}", "Jose\u{301}"],
        ];
        for group in alike {
            for name in *group {
                assert_eq!(look_key(name), look_key(group[0]), "{name:?} and {:?}", group[0]);
            }
        }
        let different =
            ["Juan", "Juana", "Jose", "Jos\u{e9}", "Juan Cruz", "Juan de Cruz", "...", "---"];
        for (at, one) in different.iter().enumerate() {
            for other in &different[at + 1..] {
                assert_ne!(look_key(one), look_key(other));
            }
        }
    }

    #[test]
    fn what_cannot_be_seen_is_found_in_imported_names() {
        assert!(
            has_invisible("A\u{202e}B")
                && has_invisible("A\u{feff}")
                && has_invisible("A\u{e0041}")
        );
        assert!(!has_invisible("Ünïcode — “quoted”, 山田, Ω"));
    }

    proptest! {
        #[test]
        fn a_handle_is_read_back_as_itself(text in "\\PC{0,40}") {
            if let Ok(handle) = Handle::parse(&text) {
                prop_assert_eq!(Handle::parse(handle.as_str()), Ok(handle.clone()));
                let length = handle.as_str().chars().count();
                prop_assert!((MIN_HANDLE_LEN..=MAX_HANDLE_LEN).contains(&length));
                prop_assert!(!has_invisible(handle.as_str()));
                prop_assert!(!handle.as_str().contains(['<', '>', '&', '"', '=', '+', '@']));
            }
        }

        #[test]
        fn case_and_unseen_characters_make_no_other_look(text in "[a-zA-Z0-9 ._'-]{2,32}", at in 0usize..32) {
            let key = look_key(&text);
            prop_assert_eq!(&look_key(&text.to_uppercase()), &key);
            prop_assert_eq!(&look_key(&text.to_lowercase()), &key);
            let mut hidden: Vec<char> = text.chars().collect();
            hidden.insert(at.min(hidden.len()), '\u{200d}');
            prop_assert_eq!(&look_key(&hidden.into_iter().collect::<String>()), &key);
            prop_assert_eq!(&look_key(&key), &key, "the key of a key is itself");
        }

        #[test]
        fn one_look_alike_character_changes_no_key(text in "[a-z]{1,10}", tail in "[a-z]{1,10}") {
            for (one, other) in [("l", "I"), ("l", "1"), ("O", "0"), ("m", "rn"), ("a", "\u{430}"), ("e", "\u{435}")] {
                prop_assert_eq!(look_key(&format!("{text}{one}{tail}")), look_key(&format!("{text}{other}{tail}")));
            }
        }

        #[test]
        fn no_text_is_too_odd_to_be_read(text in any::<String>()) {
            let _ = Handle::parse(&text);
            let _ = look_key(&text);
        }
    }
}
