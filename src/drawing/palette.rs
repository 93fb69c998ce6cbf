//! The palette of all pictures. Where text or pieces are drawn on a background, a ramp from its
//! colour to the ink's provides antialiasing.

use super::PictureTheme;

pub const RAMP_STEPS: u8 = 5;

/// The page around the board, with text.
pub const PAPER: u8 = 0;
/// The frame of the board, with coordinates.
pub const FRAME: u8 = PAPER + RAMP_STEPS;
/// The tiles of White and Black.
pub const TILES: [u8; 2] = [FRAME + RAMP_STEPS, FRAME + 2 * RAMP_STEPS];
/// The edges of the tiles.
pub const EDGES: [u8; 2] = [FRAME + 3 * RAMP_STEPS, FRAME + 3 * RAMP_STEPS + 1];
/// Squares whose file and row add up to an even number, and the others.
pub const SQUARES: [u8; 2] = [EDGES[1] + 1, EDGES[1] + 2];
/// The same squares in a palace that has others beside it.
pub const PALACES: [u8; 2] = [SQUARES[1] + 1, SQUARES[1] + 2];
pub const LAST_PLY: u8 = PALACES[1] + 1;
/// The outline of a challenged square.
pub const CHALLENGE: u8 = LAST_PLY + 1;
/// Unchanged pixels in a frame of an animation.
pub const TRANSPARENT: u8 = CHALLENGE + 1;
const COLOR_COUNT: usize = TRANSPARENT as usize + 1;

type Rgb = [u8; 3];

/// The colours of a theme, which are those of the pages.
pub fn theme_colors(theme: PictureTheme) -> [Rgb; COLOR_COUNT] {
    let (ramps, single): ([[Rgb; 2]; 4], [Rgb; 9]) = match theme {
        PictureTheme::Light => (
            [
                [rgb(0xf7_f3e8), rgb(0x1c_2a20)],
                [rgb(0x8b_9670), rgb(0x14_1d0f)],
                [rgb(0xfd_f8e7), rgb(0x1d_2a1f)],
                [rgb(0x26_352b), rgb(0xf6_ecd2)],
            ],
            [
                0x4a_5540, 0x10_180f, 0xdf_e3c8, 0xd2_d8b6, 0xe3_daaa, 0xd8_d19c, 0xf2_c14e,
                0xa3_211b, 0,
            ]
            .map(rgb),
        ),
        PictureTheme::Dark => (
            [
                [rgb(0x13_1a15), rgb(0xec_e7d6)],
                [rgb(0x4a_5742), rgb(0xec_e7d6)],
                [rgb(0xef_e6cb), rgb(0x1d_2a1f)],
                [rgb(0x12_1913), rgb(0xf3_e9cf)],
            ],
            [
                0x0b_0f0b, 0x9a_a588, 0x3d_4a38, 0x35_412f, 0x61_6037, 0x5b_5830, 0xb9_8715,
                0xff_9d8f, 0,
            ]
            .map(rgb),
        ),
    };
    let mut colors = [[0; 3]; COLOR_COUNT];
    for (ramp, [ground, ink]) in ramps.into_iter().enumerate() {
        for step in 0..RAMP_STEPS {
            colors[ramp * RAMP_STEPS as usize + step as usize] = blend(ground, ink, step);
        }
    }
    colors[EDGES[0] as usize..].copy_from_slice(&single);
    colors
}

const fn rgb(hex: u32) -> Rgb {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}

fn blend(ground: Rgb, ink: Rgb, step: u8) -> Rgb {
    let (step, most) = (u16::from(step), u16::from(RAMP_STEPS - 1));
    let mix = |a: u8, b: u8| ((u16::from(a) * (most - step) + u16::from(b) * step) / most) as u8;
    [mix(ground[0], ink[0]), mix(ground[1], ink[1]), mix(ground[2], ink[2])]
}

/// The step of a ramp for a pixel with this coverage, of 255.
pub const fn ramp_step(covered: u8) -> u8 {
    ((covered as u16 * (RAMP_STEPS as u16 - 1) + 127) / 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_goes_from_the_ground_to_the_ink() {
        let colors = theme_colors(PictureTheme::Light);
        assert_eq!(colors[PAPER as usize], [0xf7, 0xf3, 0xe8]);
        assert_eq!(colors[(PAPER + RAMP_STEPS - 1) as usize], [0x1c, 0x2a, 0x20]);
        assert_eq!(colors[LAST_PLY as usize], [0xf2, 0xc1, 0x4e]);
        assert_eq!((ramp_step(0), ramp_step(128), ramp_step(255)), (0, 2, 4));
    }
}
