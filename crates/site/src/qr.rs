//! QR codes.

use std::fmt::Write;

use qrcode::{Color, EcLevel};

/// The white margin of a QR code in modules (ISO/IEC 18004).
const QUIET_ZONE: usize = 4;

/// A QR code as SVG data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrCode {
    /// Modules per side, including the margin.
    pub side: usize,
    /// The dark modules; empty if the text is too long for a QR code.
    pub path: String,
}

impl QrCode {
    pub fn new(text: &str) -> QrCode {
        let Ok(code) = qrcode::QrCode::with_error_correction_level(text, EcLevel::M) else {
            return QrCode { side: 0, path: String::new() };
        };
        let width = code.width();
        let mut path = String::new();
        for (n, color) in code.to_colors().into_iter().enumerate() {
            if color == Color::Dark {
                let (x, y) = (n % width + QUIET_ZONE, n / width + QUIET_ZONE);
                // Writing to a `String` cannot fail.
                let _ = write!(path, "M{x} {y}h1v1h-1z");
            }
        }
        QrCode { side: width + 2 * QUIET_ZONE, path }
    }
}

#[cfg(test)]
mod tests {
    use super::QrCode;

    #[test]
    fn a_pattern_has_its_three_corners_and_white_around() {
        let qr = QrCode::new("otpauth://totp/Adjutant:Ana?secret=JBSWY3DPEHPK3PXP&issuer=Adjutant");
        assert!(qr.side >= 21 + 8 && qr.side % 4 == 1, "{}", qr.side);
        let far = qr.side - 5;
        for (x, y) in [(4, 4), (far, 4), (4, far)] {
            assert!(qr.path.contains(&format!("M{x} {y}h")), "{x} {y}");
        }
        assert!(!qr.path.contains("M3 ") && !qr.path.contains(&format!("M{} ", far + 1)));
    }

    #[test]
    fn a_text_too_long_for_a_pattern_has_none() {
        assert_eq!(QrCode::new(&"x".repeat(10_000)).path, "");
    }
}
