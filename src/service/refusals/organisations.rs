//! Messages about organisations, their officials and their members.

use super::{Refusal, values_in};

refusals! {
    // Organisations.
    NAME_TAKEN = "refused-name-taken":
        "\"{name}\" is taken, or looks like a name that is; choose another";
    SLUG_TAKEN = "refused-slug-taken": "\"{name}\" is taken; choose another";
    MOST_ORGANISATIONS = "refused-most-organisations":
        "an account may make {most} organisations; write to the operator for more";
    STATE_NOW = "refused-state-now": "{name} is {state} now";
    ORGANISATION_CLOSED = "refused-organisation-closed":
        "{name} is closed, and nothing of it changes";
    ORGANISATION_WAITS = "refused-organisation-waits":
        "{name} waits for the operator's approval; people can be added after that";
    NO_SEASON = "refused-no-season": "there is no such season";
    SEASON_OF_NOBODY = "refused-season-of-nobody": "a season is an organisation's: name that, too";

    // Roles.
    NO_DUTY = "refused-no-duty": "an official has at least one duty; choose it";
    NO_DUTIES_OF_OWNERS = "refused-no-duties-of-owners":
        "owners and organizers act in all events; leave event and duties empty";
    ROLE_HELD = "refused-role-held": "{name} has this role already";
    MOST_ROLES = "refused-most-roles": "there are {most} roles; end some first";
    NO_ROLE = "refused-no-role": "there is no such role";
    NO_INVITATION = "refused-no-invitation":
        "there is no such invitation any more: it was taken up, taken back, or is over";
    LAST_OWNER = "refused-last-owner":
        "{name} is the last owner of {organisation}; make another owner first";

    // Members, rosters and records.
    ON_ROSTER = "refused-on-roster": "{name} is on the roster already";
    NOTHING_TO_VERIFY = "refused-nothing-to-verify":
        "{name} has neither a club nor a province to verify; write them first";
    VERIFIES_HIMSELF = "refused-verifies-himself":
        "nobody verifies himself; another official verifies you";
    PLAYS_HIMSELF = "refused-plays-himself":
        "you play in it, so that it is kept without being rated; it is rated once another organizer brings it";
    FILE_GONE = "refused-file-gone": "the file is no longer kept here; choose it again";
    ROSTER_CHANGED = "refused-roster-changed":
        "the roster or its players have changed since you looked; look at the changes again";
    NOT_ITS_ORGANIZER = "refused-not-its-organizer":
        "only organizers and owners of \"{name}\" import for it; leave organisation out to import games that are not rated";
    NO_POOLS = "refused-no-pools": "this organisation has no pools; import unrated";
    TOO_MANY_GAMES = "refused-too-many-games":
        "that is more games than may be brought in, at once or in all; share them out over several imports, or ask an organisation or the operator";
}
