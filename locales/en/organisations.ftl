# Organisations: finding one, making one
org-title = Organisations
org-lede = Clubs, leagues and schools that run rated events, each with its own members, pools, seasons and titles.
org-new = New organisation
org-new-sign-in = Sign in to create an organisation
org-own = Your organisations
org-all = All organisations
org-search = Name
org-none = No organisations yet.
org-none-found = No organisation has this name.
org-new-words = You become its owner. You can change everything later except its name in links.
org-new-waits = The operator reviews every new organisation; until then only you can see it.
org-new-at-once = It is public at once.
org-make = Create organisation
org-name = Name
org-name-hint = 2 to 60 characters, such as Salpakan Club of Baguio
org-slug = Name in links
org-slug-hint = a-z, 0-9 and hyphens; empty to derive it from the name. It cannot be changed later.
org-place = Place
org-place-hint = Such as Baguio City
org-about = About
org-about-hint = Public; up to 4,000 characters
org-website = Website
org-website-hint = Such as https://example.org
org-area = Pages of { $name }
org-tab-home = Home
org-tab-members = Members
org-tab-roster = Roster import
org-tab-claims = Claims
org-tab-records = Records
org-tab-seasons = Seasons
org-tab-titles = Titles
org-tab-officials = Officials
org-tab-edit = Profile
org-tab-audit = Audit trail
org-state = Status
org-state-waiting = waiting for approval
org-state-open = active
org-state-refused = rejected
org-state-closed = closed
org-waits = The operator has not approved this organisation yet. Until then only its officials see it, and members cannot be added.

# Its home
org-kept-by = Run by:
org-since = since
org-members-count = { $count ->
    [one] { $count } member
   *[other] { $count } members
}
org-next = Next steps
org-step-done = done
org-step-roster = Import your members
org-step-roster-now = { $count ->
    [0] none yet
    [one] { $count } so far
   *[other] { $count } so far
}
org-step-officials = Add two officials
org-step-officials-now = { $count ->
    [0] none yet
    [one] { $count } so far
   *[other] { $count } so far
}
org-step-profile = Describe it and add a logo
org-step-season = Add a season
org-step-records = Upload your game records
org-pool-empty = No ranked players yet.
org-pool-all = Full leaderboard
org-season-empty = No recorded games in this season yet.
org-season-more = { $count ->
    [one] { $count } more player not shown.
   *[other] { $count } more players not shown.
}
org-season-partial = There are too many games to count; only the latest are counted.
org-season-others = Other seasons:
org-events-none = No events yet.
org-games-all = All games
org-titles = Titles
org-title-from = from { $rating }

# Members
org-members = Members
org-members-none = No members yet.
org-members-none-found = No members found.
org-member = Member
org-member-add = Add a member
org-member-words = Add one person. An existing player’s handle adds that player; any other creates a new one.
org-member-remove = Remove from roster
org-member-remove-words = { $handle } will no longer be a member. The player and their games stay.
org-handle = Handle
org-handle-hint = As in game records
org-real-name = Real name
org-real-name-hint = Visible to the organisation’s officials only
org-number = Member number
org-number-hint = The organisation’s own number, visible to its officials only
org-club = Club
org-province = Province
org-age = Age group
org-age-hint = Members under 18 are hidden from public lists. We never ask for a date of birth.
org-age-unknown = unknown
org-age-below-13 = under 13
org-age-13-17 = 13 to 17
org-age-18-59 = 18 to 59
org-age-60-up = 60 and over
org-private = hidden from lists
org-has-account = has an account
org-edit = Edit
org-verify-short = Verify
org-verify = Verify club and province
org-unverify = Undo verification
org-verified-by = verified by { $name } on { $day }
org-not-verified = not verified
org-affiliation = Club and province
org-account = Account
org-account-yes = this player has an account
org-account-no = this player has no account
org-player-page = Player page
org-joined = Member since
org-reason = Reason
org-reason-hint = The people concerned can read it.
org-changed-since = Somebody else changed this since you opened the page. Check the current values and save again if yours are still right.

# Roster
org-roster-import = Import the roster
org-roster-many = Import a CSV file
org-roster-words = Choose a CSV file or paste rows. You see every change before anything is saved.
org-roster-columns = The first row has the column names: handle, name, club, province, number, age. Only handle is required. An empty cell keeps the current value; a hyphen clears it.
org-roster-file = CSV file
org-roster-file-hint = UTF-8, UTF-16 or Windows-1252; up to 20,000 rows and 4 MiB
org-roster-text = Or paste rows
org-roster-text-hint = From a spreadsheet, including the header row; up to 60,000 characters
org-roster-missing = Remove members who are not in the file
org-roster-missing-hint = Leave off to only add and update members.
org-roster-look = Preview changes
org-roster-template = Download an empty template (CSV)
org-roster-export = Download the current roster (CSV)
org-roster-preview = Preview
org-roster-preview-words = Nothing is saved yet. Check the changes, then apply them.
org-roster-no-change = The file matches the current roster; nothing to change.
org-roster-apply = Apply changes
org-roster-again = Choose another file
org-roster-added = Added
org-roster-changed = Changed
org-roster-unchanged = Unchanged
org-roster-removed = Removed
org-roster-held = this player has an account: is it the same person?
org-roster-known = has games here
org-roster-row = Line
org-roster-values = Values
org-roster-nothing = empty
org-roster-more = { $count ->
    [one] { $count } more row not shown.
   *[other] { $count } more rows not shown.
}
org-roster-faulty = Nothing was saved. Correct these errors in the file and send it again
org-roster-more-faults = { $count ->
    [one] { $count } more error.
   *[other] { $count } more errors.
}
org-roster-whole = The file
org-roster-line = Line { $line }
org-roster-line-column = Line { $line }, column { $number } ({ $column })

# Claims
org-claims-words = Somebody claims to be this player. Confirm only if you know the person.
org-claims-none = No open claims.
org-claim-decision = Decision
org-claim-confirm = Confirm: this is the same person
org-claim-refuse = Reject
org-claim-decide = Save decision
org-claim-reason-hint = Required to reject; the person can read it.

# Records
org-records = Upload records
org-records-words = The games are marked as this organisation’s and rated in the pool you choose. Your own games are rated once another organizer uploads them. Duplicates are ignored.
org-records-file = Record file
org-records-file-hint = GGN, JSON or NDJSON, plain or zstd, up to 16 MiB
org-records-text = Or paste records
org-records-text-hint = Up to 60,000 characters
org-pool = Rate in
org-pool-online = Online
org-pool-online-hint = Games played online
org-pool-face-to-face = Face to face
org-pool-face-to-face-hint = Games played at a table
org-pool-nowhere = Unrated
org-pool-nowhere-hint = Casual games and incomplete records
org-records-import = Import
org-records-done = Import results
org-records-added = Added
org-records-duplicates = Duplicates
org-records-refused = Rejected
org-records-unrated = Saved but unrated
org-records-line = line { $line }
org-records-broken = The rest of the file could not be read:
org-records-game = Game
org-records-where = Position
org-records-why = Reason
org-records-place = line { $line }, column { $number }, move { $ply }
org-records-more = { $count ->
    [one] { $count } more game not listed.
   *[other] { $count } more games not listed.
}
org-records-again = Upload more

# Seasons and titles
org-seasons = Seasons
org-seasons-words = Each season has a table of the games played on its days. Seasons do not overlap.
org-season-add = Add a season
org-season-edit = Edit season
org-season-name = Name
org-season-name-hint = Such as Season 2026
org-season-days = Days
org-season-first = First day
org-season-last = Last day
org-season-last-hint = Included in the season.
org-remove = Remove
org-titles-words = Players’ titles follow their rating in this organisation’s pools.
org-titles-site = The site’s titles are in use.
org-titles-own = Your own titles are in use.
org-titles-hint = One per line, lowest first: minimum rating and title, such as “1300 Scout”. Empty to use the site’s titles.

# Officials
org-officials = Officials
org-officials-words = Owners manage the organisation, organizers run its events, and officials have duties in one event or in all.
org-second-factor-demanded = This organisation requires its officials to use a second factor. Without one they cannot do anything here.
org-has-factor = second factor
org-lacks-factor = no second factor
org-official-add = Add an official
org-account-name = Account
org-account-name-hint = Their sign-in name
org-role = Role
org-role-owner = Owner
org-role-owner-hint = Everything, including the profile, other owners and the audit trail
org-role-organizer = Organizer
org-role-organizer-hint = Members, events, seasons, records, and adding officials
org-role-official = Official
org-role-official-hint = Duties in one event or in all
org-role-give = Assign role
org-role-take = Remove role
org-role-take-words = { $name } will no longer be { $role } here.
org-leave = Leave my role
org-way = How to add them
org-way-account = By account
org-way-link = By invitation
org-way-link-hint = A link that works once, within 14 days, for people without an account
org-event = Event
org-event-all = All events
org-event-hint = For officials; owners and organizers act in all events.
org-duties = Duties
org-duties-hint = For officials
org-duty-pairings = Pairings
org-duty-results = Results
org-duty-check-in = Check-in
org-invite-email = E-mail address
org-invite-email-hint = Empty to share the link yourself.
org-invited = Invitation created
org-invited-words = Share this link with the person. It works once, within 14 days, and is shown only now.
org-invited-posted = It was also sent by e-mail.
org-invited-kept = I have saved it
org-invitations = Open invitations
org-invitation-for = For { $email }
org-invitation-anybody = For anyone who has the link
org-invitation-until = until { $day }
org-invitation-by = created by { $name }
org-invitation-back = Revoke

# Profile
org-edit-title = Profile
org-color = Color
org-color-hint = Behind the organisation’s name
org-accent = Accent color
org-accent-hint = On the color above; adjusted so that it stays readable.
org-second-factor = Require a second factor from officials
org-second-factor-hint = Officials without one cannot do anything here. Set up your own first.
org-logo = Logo
org-logo-hint = PNG, JPEG or WebP, up to 1 MiB; resized to 256 pixels.
org-logo-save = Save logo
org-logo-remove = Remove logo

# Audit trail
org-trail-words = Everything that was done in this organisation, newest first. Nobody can change it.
org-trail-action = Action
org-trail-all = All actions
org-trail-since = From
org-trail-until = To
org-download = Download

# Done
done-org-made = Organisation created.
done-org-left = You have left your role.
done-org-decided = Decision saved.
done-org-member-added = Member added.
done-org-member-saved = Member saved.
done-org-member-removed = Member removed.
done-org-member-verified = Club and province verified.
done-org-member-unverified = Verification undone.
done-org-roster = Roster imported.
done-org-claim-confirmed = Claim confirmed.
done-org-claim-refused = Claim rejected.
done-org-season-added = Season added.
done-org-season-saved = Season saved.
done-org-season-removed = Season removed.
done-org-titles = Your own titles are now in use.
done-org-titles-none = The site’s titles are now in use.
done-org-role-given = Role assigned.
done-org-role-taken = Role removed.
done-joined-owner = You are now an owner of this organisation.
done-joined-organizer = You are now an organizer of this organisation.
done-joined-official = You are now an official of this organisation.
done-org-invited = Invitation created.
done-org-invitation-back = Invitation revoked; its link no longer works.
done-org-saved = Profile saved.
done-org-logo = Logo saved.
done-org-no-logo = Logo removed.

# Faults
org-fault-day = Choose a date, or write it as 2026-04-30.
org-fault-title-line = Write the rating, a space and the title, such as “1300 Scout”.
org-fault-at-line = Line { $line }: { $words }
org-fault-age = Choose an age group.
org-fault-reason = Give a reason.
org-fault-decision = Choose a decision.
org-fault-role = Choose a role.
org-fault-duties = Choose at least one duty.
org-fault-account = Enter the account name, or choose the invitation.
org-fault-no-account = Account “{ $name }” not found. Ask the person for the exact name, or send an invitation.
org-fault-pool = Choose where the games are rated.
org-fault-records-none = Choose a file, or paste records.
org-fault-roster-none = Choose a file, or paste rows.

# The operator's desk
op-title = Operator’s desk
op-tab-overview = Overview
op-tab-accounts = Accounts
op-tab-organisations = Organisations
op-tab-players = Merge players
op-tab-claims = Claims
op-tab-invitations = Invitations
op-tab-audit = Audit trail
op-count-waiting = Waiting for approval
op-count-claims = Open claims
op-waiting = Organisations waiting for approval
op-waiting-none = No organisations are waiting.
op-claims-open = { $count ->
    [one] Review { $count } claim
   *[other] Review { $count } claims
}
op-backups = Backups
op-backups-newest = The newest was made on { $made }.
op-backups-failing = The latest attempt failed; the server’s log says why. The newest was made on { $made }.
op-backups-failed = The latest attempt failed; the server’s log says why. There is no backup yet.
op-backups-begun = The first is being made.
op-backups-none = This server makes none by itself. The setting “backup_dir” names a directory for them.
op-continuous-until = Every change until { $until } is in the continuous backup.
op-continuous-failing = The continuous backup fails; the server’s log says why. It has every change until { $until }.
op-continuous-failed = The continuous backup fails; the server’s log says why.
op-continuous-begun = The continuous backup is copying the database.
op-tab-status = Server
op-status-words = Versions, queues, disks, backups and standbys, as of now.
op-version-program = Adjutant
op-version-schema = Schema
op-version-database = Database
op-database-size = Size of the database
op-servers = Servers, this one first
op-queues = Messages
op-queue-waiting = Waiting
op-queue-late = Late by
op-queue-given-up = Given up
op-queue-all = Given up, with the reasons
op-channel-mail = E-mail
op-channel-push = Browsers
op-channel-webhook = Webhooks
op-channel-reminder = Reminders
op-late-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
op-late-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
op-disks = Disks
op-disk-data = Data
op-disk-backups = Backups
op-disk-continuous = Continuous backup
op-disk-free = { $free } of { $size } free
op-archive-minutes = { $count ->
    [one] PostgreSQL archived a part of its log 1 minute ago.
   *[other] PostgreSQL archived a part of its log { $count } minutes ago.
}
op-archive-none = PostgreSQL has not archived any of its log yet.
op-replicas = Standbys
op-replicas-none = No standby follows this database.
op-replica = Name
op-replica-lag = Behind by
op-replica-unknown = unknown: the database user is not in pg_monitor
op-read-replicas = Replicas that are read
op-replica-age = Data at most so old
op-replica-age-seconds = { $seconds } s
op-replica-age-unknown = unknown
op-replica-reads = Requests read there since the start
op-replica-read = read
op-replica-not-read = not read until it is well again
op-latest = Latest actions
op-audit-all = Full audit trail
op-trail-words = Everything that was done on this site, newest first. Nobody can change it.
op-decide = Decide
op-approve = Approve
op-refuse = Reject
op-close = Close: only its officials can see it
op-reopen = Reopen
op-reason-owners = Its owners can read it. Required except for approval.
op-home = Its page
op-account-search = Name starts with
op-accounts-none = No accounts found.
op-state = Status
op-state-active = active
op-state-guest = guest
op-state-suspended-guest = guest, suspended
op-state-suspended = suspended
op-state-deleted = deleted
op-role = Site role
op-role-none = none
op-role-moderator = Moderator
op-role-operator = Operator
op-role-change = Change site role
op-role-words = Moderators suspend accounts and read the audit trail; operators run the site. { $name } needs a second factor for either. A new role revokes all API tokens of the account.
op-email = E-mail address
op-email-none = none
op-email-unconfirmed = { $email } (not confirmed)
op-factor = Second factor
op-factor-on = on
op-factor-off = off
op-seen = Last sign-in
op-never = never
op-suspend = Suspend account
op-suspend-words = { $name } is signed out everywhere and cannot sign in; tokens stop working. Player and games stay.
op-reinstate = End suspension
op-reinstate-words = { $name } can sign in again.
op-invite = Create an invitation
op-invite-words = With an invitation a person can sign up even where sign-up is closed.
op-merge-words = For two players who are the same person: the first player’s games move to the second, ratings are recalculated, and the first handle redirects to the second. You can undo this.
op-merge-from = Merge this player
op-merge-into = into
op-merge-look = Preview
op-merge-would = The merge would move
op-merge-games = Games
op-merge-pools = Rated games
op-merge-pool = { $pool }: { $games }
op-merge-memberships = Memberships
op-merge-refused = These players cannot be merged:
op-merge = Merge players
op-merges = Merges
op-merges-none = No merges yet.
op-undo = Undo
op-undo-words = The games go back to the first player, and ratings are recalculated.
op-undone = undone
done-op-suspended = Account suspended.
done-op-reinstated = Suspension ended.
done-op-role = Role changed.
done-op-merged = Players merged.
done-op-undone = Merge undone.
op-tab-reports = Reports
op-reports-words = Players’ reports about opponents, newest first. Games in progress are shown as spectators see them.
op-reports-none = No reports.
op-reports-game = Game
op-reports-by = reported by { $name }
op-reports-older = Older reports
org-points = Season points
org-points-words = Points that each place in an event is worth for the season standings. A change applies to all seasons at once.
org-points-hint = One line per event type: monthly: 10 7 5 3 2 1. A line without a type is for all other events. Players who share a place get the points of that place.
org-points-others = all other events
org-points-none = No points are set for places yet, so nobody has any.
done-org-points = Points saved; standings are updated.
org-standings = Season standings
org-standings-none = No event of this season has finished yet.
org-standings-no-season = No seasons yet.
org-standings-how = How points are counted
org-standings-guests = Guests without a player on this site are not listed; the places they took stay taken.
org-standings-partial = There are too many events to count; only the latest are counted.
org-events-won = Wins
org-series = Series
org-series-words = Events that recur, such as a club's weekly evening. An event joins a series in its settings.
org-series-none = No series yet.
org-series-next = Make the next one
leagues = Leagues
league-words = Divisions between which people go up and down. An event becomes a division in its settings.
league-none = No leagues yet.
league-division = Division { $number }
league-zone = Next
league-zone-up = Goes up
league-zone-plays-up = Play-off to go up
league-zone-plays-down = Play-off to stay
league-zone-down = Goes down
league-zone-leaves = Leaves
league-tied = Tied
league-no-member = No member
league-out = Not in the league
league-size = { $now } now, { $next } in the next season
league-next = Next season
league-next-words = Choose where people go who played off, are tied or do not come back. The events are drafts until you open them.
league-look = Show sizes
league-make = Make the next season
league-delete = Delete these drafts
done-league-deleted = The drafts are deleted.
org-feeds = Event news and dates:
webhooks-title = Webhooks
webhooks-words = News of your events, sent to addresses of yours.
webhook-add = Add webhook
webhook-url = Address
webhook-url-hint = A public https address.
webhook-kinds = Messages
webhook-kind-round-published = Round published
webhook-kind-round-changed = Round changed
webhook-kind-result-entered = Result entered
webhook-kind-standings-changed = Standings changed
webhook-kind-ranks-opened = Ranks revealed
webhook-secret = Show signing secret
webhook-message = Message
webhook-replay = Send again
webhook-waiting = Waiting.
webhook-done = Delivered.
webhook-dead = Given up.
done-webhook-added = Webhook added.
done-webhook-removed = Webhook removed.
done-webhook-replayed = Queued again.
rating-lists = Rating lists
rating-lists-words = A federation’s published list fills ratings, numbers, birth years and genders of entrants. Only officials see it.
rating-lists-none = No rating lists yet.
rating-list-import = Import list
rating-list-name = Name
rating-list-name-hint = A list with the same name is replaced.
rating-list-day = Date of the list
rating-list-kind = Rating
rating-list-kind-hint = Which one is used, if the list has several.
rating-kind-standard = Standard
rating-kind-rapid = Rapid
rating-kind-blitz = Blitz
rating-list-file = File
rating-list-file-hint = FIDE’s XML or TXT, or CSV with a heading; unpacked, at most 64 MiB.
rating-list-no-file = Choose a file.
rating-list-imported = { $name }: { $count } players imported.
rating-list-faults = { $count ->
    [one] A wrong value was left out:
   *[other] { $count } wrong values were left out:
}
rating-list-faults-words = a row without a name is not in the list; other rows are there without the value.
rating-list-faults-more = { $count ->
    [one] and one more
   *[other] and { $count } more
}
rating-list-players = { $count ->
    [one] 1 player
   *[other] { $count } players
}
rating-list-search = Federation number or name
rating-list-search-full = There may be more. Type more of the name.
rating-list-nobody = Nobody found. Names are found as they begin in the list, or whole.
rating-list-number = Number
rating-list-federation = Federation
done-rating-list-removed = Rating list removed.
