//! Messages about collections of games and animations.

use super::{Refusal, values_in};

refusals! {
    FILM_LONG = "refused-film-long": "this is more than an animated GIF shows: ask for a span of at most 500 moves, with from and to";
    FILM_LARGE = "refused-film-large": "this would be more than an animated GIF may have: ask for a shorter span with from and to, or for a smaller size";
    COLLECTION_PLY = "refused-collection-ply": "the game has {plies} plies";
    COLLECTION_PLACE = "refused-collection-place": "places go from 1 to {most}";
    COLLECTION_CLOSED = "refused-collection-closed":
        "its ranks are not open; a chapter is of a game whose ranks everybody may see";
    COLLECTION_QUIET = "refused-collection-quiet":
        "your player keeps off lists, or you have none: what you collect stays yours";
    COLLECTION_EMPTY = "refused-collection-empty": "it has no chapter yet; add a game first";
    COLLECTION_REVIEW = "refused-collection-review": "there is no such review of this game";
    MOST_COLLECTIONS = "refused-most-collections":
        "you have {most} collections already; remove one that you do not use";
    MOST_CHAPTERS = "refused-most-chapters":
        "a collection has {most} chapters at most; make another one";
}
