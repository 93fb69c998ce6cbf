//! Colours of an organisation, and what can be read on them.

use std::fmt;

use super::Fault;

/// The contrast that text needs against its ground (WCAG 2.2, 1.4.3, level AA).
pub const LEAST_CONTRAST: f64 = 4.5;

/// A colour of the screen (sRGB).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    red: u8,
    green: u8,
    blue: u8,
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl Color {
    pub const BLACK: Color = Color { red: 0, green: 0, blue: 0 };
    pub const WHITE: Color = Color { red: 255, green: 255, blue: 255 };
    /// What an organisation has until it chooses.
    pub const GROUND: Color = Color { red: 0x1f, green: 0x3d, blue: 0x2b };
    /// What stands on that.
    pub const ACCENT: Color = Color { red: 0xe8, green: 0xc5, blue: 0x47 };

    /// Reads `#rrggbb`, in letters of either case.
    ///
    /// # Errors
    /// [`Fault::NoColor`].
    pub fn parse(text: &str) -> Result<Color, Fault> {
        let digits = text.trim().strip_prefix('#').ok_or(Fault::NoColor)?;
        if digits.len() != 6 || !digits.bytes().all(|one| one.is_ascii_hexdigit()) {
            return Err(Fault::NoColor);
        }
        i32::from_str_radix(digits, 16).map(Color::of).map_err(|_| Fault::NoColor)
    }

    /// The colour of a stored number, `0xRRGGBB`.
    #[must_use]
    pub const fn of(number: i32) -> Color {
        let [_, red, green, blue] = number.to_be_bytes();
        Color { red, green, blue }
    }

    /// The number that the store keeps.
    #[must_use]
    pub const fn number(self) -> i32 {
        i32::from_be_bytes([0, self.red, self.green, self.blue])
    }

    /// Relative luminance (WCAG 2.2, definition), from 0 for black to 1 for white.
    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast of two colours (WCAG 2.2, definition), from 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Color) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Black or white, whichever reads better on this colour: at least 4.58 on every one.
    #[must_use]
    pub fn ink(self) -> Color {
        let black = self.contrast(Color::BLACK) >= self.contrast(Color::WHITE);
        if black { Color::BLACK } else { Color::WHITE }
    }

    /// This colour as it can be read on `ground`: itself where the contrast is enough, else moved
    /// towards the ground's [`Color::ink`] by as few sixteenths as it takes.
    #[must_use]
    pub fn on(self, ground: Color) -> Color {
        let ink = ground.ink();
        let moved = (0..16).map(|step| self.towards(ink, step));
        let mut readable = moved.filter(|one| one.contrast(ground) >= LEAST_CONTRAST);
        readable.next().unwrap_or(ink)
    }

    fn towards(self, other: Color, sixteenths: u16) -> Color {
        let mixed = |from: u8, to: u8| {
            let sum = u16::from(from) * (16 - sixteenths) + u16::from(to) * sixteenths;
            // At most 255 * 16 / 16.
            (sum / 16) as u8
        };
        Color {
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
        assert_eq!(Color::parse(" #0B3d2E ").map(|one| one.to_string()), Ok("#0b3d2e".into()));
        for wrong in ["", "0b3d2e", "#0b3d2", "#0b3d2e0", "#+b3d2e", "red", "#ñññ"] {
            assert_eq!(Color::parse(wrong), Err(Fault::NoColor), "{wrong}");
        }
        let color = Color::of(0x0b_3d2e);
        assert_eq!(Color::of(color.number()), color);
    }

    #[test]
    fn contrast_is_what_wcag_says() {
        assert!((Color::BLACK.contrast(Color::WHITE) - 21.0).abs() < 1e-9);
        // #767676 on white is the known limit of 4.54.
        assert!((Color::of(0x76_7676).contrast(Color::WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn text_can_be_read_on_every_colour() {
        for number in (0..0x100_0000).step_by(9_973) {
            let ground = Color::of(number);
            assert!(ground.contrast(ground.ink()) >= LEAST_CONTRAST, "{ground}");
            for accent in [0, 0xff_ffff, 0x80_8080, 0xe8_c547, number] {
                let accent = Color::of(accent).on(ground);
                assert!(accent.contrast(ground) >= LEAST_CONTRAST, "{accent} on {ground}");
            }
        }
    }

    #[test]
    fn what_can_be_read_stays_as_it_was_chosen() {
        assert_eq!(Color::ACCENT.on(Color::GROUND), Color::ACCENT);
    }
}
