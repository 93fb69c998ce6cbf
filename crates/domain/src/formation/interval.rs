//! Confidence intervals of shares and scores.

/// A share or score between 0 and 1, with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// The two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's interval for a share `value` in `trials` trials (E. B. Wilson, 1927); `None` without
/// trials. For a score, in which a draw is half a win, it is at most slightly too wide: draws
/// reduce the variance.
pub fn wilson(value: f64, trials: f64) -> Option<Estimate> {
    if trials <= 0.0 {
        return None;
    }
    let value = value.clamp(0.0, 1.0);
    let squared = Z * Z / trials;
    let middle = (value + squared / 2.0) / (1.0 + squared);
    let spread = value * (1.0 - value) / trials + squared / (4.0 * trials);
    let half = Z * spread.sqrt() / (1.0 + squared);
    // Rounding must not put the value outside its interval.
    let (low, high) = ((middle - half).max(0.0).min(value), (middle + half).min(1.0).max(value));
    Some(Estimate { value, low, high })
}
