//! Colours of an organisation, with text contrast.

use std::fmt;

use super::FieldError;

/// The minimum contrast of text (WCAG 2.2, 1.4.3, level AA).
pub const MIN_CONTRAST: f64 = 4.5;

/// An sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BrandColor {
    red: u8,
    green: u8,
    blue: u8,
}

impl fmt::Display for BrandColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl BrandColor {
    pub const BLACK: BrandColor = BrandColor { red: 0, green: 0, blue: 0 };
    pub const WHITE: BrandColor = BrandColor { red: 255, green: 255, blue: 255 };
    pub const DEFAULT_GROUND: BrandColor = BrandColor { red: 0x1f, green: 0x3d, blue: 0x2b };
    pub const DEFAULT_ACCENT: BrandColor = BrandColor { red: 0xe8, green: 0xc5, blue: 0x47 };

    /// Parses `#rrggbb` in either case.
    pub fn parse(text: &str) -> Result<BrandColor, FieldError> {
        let digits = text.trim().strip_prefix('#').ok_or(FieldError::InvalidColor)?;
        if digits.len() != 6 || !digits.bytes().all(|one| one.is_ascii_hexdigit()) {
            return Err(FieldError::InvalidColor);
        }
        i32::from_str_radix(digits, 16)
            .map(BrandColor::from_number)
            .map_err(|_| FieldError::InvalidColor)
    }

    /// The colour of a stored number, `0xRRGGBB`.
    pub const fn from_number(number: i32) -> BrandColor {
        let [_, red, green, blue] = number.to_be_bytes();
        BrandColor { red, green, blue }
    }

    pub const fn to_number(self) -> i32 {
        i32::from_be_bytes([0, self.red, self.green, self.blue])
    }

    /// The relative luminance (WCAG 2.2, definition), from 0 for black to 1 for white.
    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// The contrast between two colours (WCAG 2.2, definition), from 1 to 21.
    pub fn contrast(self, other: BrandColor) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Black or white, whichever has more contrast on this colour: at least 4.58 on any.
    pub fn text_color(self) -> BrandColor {
        let black = self.contrast(BrandColor::BLACK) >= self.contrast(BrandColor::WHITE);
        if black { BrandColor::BLACK } else { BrandColor::WHITE }
    }

    /// This colour made readable on `ground`: unchanged if the contrast suffices, otherwise mixed
    /// with [`BrandColor::text_color`] of the ground in as few sixteenths as needed.
    pub fn readable_on(self, ground: BrandColor) -> BrandColor {
        let ink = ground.text_color();
        let moved = (0..16).map(|step| self.mix(ink, step));
        let mut readable = moved.filter(|one| one.contrast(ground) >= MIN_CONTRAST);
        readable.next().unwrap_or(ink)
    }

    fn mix(self, other: BrandColor, sixteenths: u16) -> BrandColor {
        let mixed = |from: u8, to: u8| {
            let sum = u16::from(from) * (16 - sixteenths) + u16::from(to) * sixteenths;
            // At most 255 * 16 / 16.
            (sum / 16) as u8
        };
        BrandColor {
            red: mixed(self.red, other.red),
            green: mixed(self.green, other.green),
            blue: mixed(self.blue, other.blue),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_six_hexadecimal_digits() {
        assert_eq!(BrandColor::parse(" #0B3d2E ").map(|one| one.to_string()), Ok("#0b3d2e".into()));
        for wrong in ["", "0b3d2e", "#0b3d2", "#0b3d2e0", "#+b3d2e", "red", "#ñññ"] {
            assert_eq!(BrandColor::parse(wrong), Err(FieldError::InvalidColor), "{wrong}");
        }
        let color = BrandColor::from_number(0x0b_3d2e);
        assert_eq!(BrandColor::from_number(color.to_number()), color);
    }

    #[test]
    fn contrast_is_what_wcag_says() {
        assert!((BrandColor::BLACK.contrast(BrandColor::WHITE) - 21.0).abs() < 1e-9);
        // #767676 on white is the well-known borderline case of 4.54.
        assert!(
            (BrandColor::from_number(0x76_7676).contrast(BrandColor::WHITE) - 4.54).abs() < 0.01
        );
    }

    #[test]
    fn text_can_be_read_on_every_colour() {
        for number in (0..0x100_0000).step_by(9_973) {
            let ground = BrandColor::from_number(number);
            assert!(ground.contrast(ground.text_color()) >= MIN_CONTRAST, "{ground}");
            for accent in [0, 0xff_ffff, 0x80_8080, 0xe8_c547, number] {
                let accent = BrandColor::from_number(accent).readable_on(ground);
                assert!(accent.contrast(ground) >= MIN_CONTRAST, "{accent} on {ground}");
            }
        }
    }

    #[test]
    fn what_can_be_read_stays_as_it_was_chosen() {
        assert_eq!(
            BrandColor::DEFAULT_ACCENT.readable_on(BrandColor::DEFAULT_GROUND),
            BrandColor::DEFAULT_ACCENT
        );
    }
}
