//! Small charts as SVG paths; the style sheet sets their colours.

use crate::digits::push_tenths;

/// A sparkline through values spread evenly over the width.
pub fn sparkline(values: &[i32], width: f64, height: f64) -> String {
    let points: Vec<(f64, f64)> =
        values.iter().enumerate().map(|(n, v)| (n as f64, f64::from(*v))).collect();
    line_path(&points, width, height, 2.0)
}

/// A line through points scaled to the drawing, with a margin of `room`.
pub fn line_path(points: &[(f64, f64)], width: f64, height: f64, room: f64) -> String {
    let range = |value: fn(&(f64, f64)) -> f64| {
        let low = points.iter().map(value).fold(f64::INFINITY, f64::min);
        let high = points.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        (low, (high - low).max(1.0))
    };
    if points.is_empty() {
        return String::new();
    }
    let ((x0, dx), (y0, dy)) = (range(|p| p.0), range(|p| p.1));
    let mut text = String::with_capacity(points.len() * 12);
    for (n, (x, y)) in points.iter().enumerate() {
        let px = room + (x - x0) / dx * (width - 2.0 * room);
        let py = height - room - (y - y0) / dy * (height - 2.0 * room);
        text.push(if n == 0 { 'M' } else { 'L' });
        push_tenths(&mut text, px);
        text.push(' ');
        push_tenths(&mut text, py);
    }
    text
}
