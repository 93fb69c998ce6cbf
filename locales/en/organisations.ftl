# Organisations: finding one, making one
org-title = Organisations
org-lede = Clubs, leagues and schools that run ranked events, each with members, pools, seasons and titles of its own.
org-new = New organisation
org-new-sign-in = Sign in to make an organisation
org-own = Yours
org-all = All organisations
org-search = Name
org-none = There is none yet.
org-none-found = There is none of this name.
org-new-words = You become its owner. You can change everything later but its name in addresses.
org-new-waits = The operator of this site looks at every new organisation first; until then only you see it.
org-new-at-once = It is open at once.
org-make = Make the organisation
org-name = Name
org-name-hint = 2 to 60 characters, such as Salpakan Club of Baguio
org-slug = Name in addresses
org-slug-hint = a-z, 0-9 and dashes; leave it empty to have it made from the name. It never changes.
org-place = Place
org-place-hint = Such as Baguio City
org-about = About
org-about-hint = For everybody to read; up to 4,000 characters
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
org-state = State
org-state-waiting = waits for approval
org-state-open = open
org-state-refused = refused
org-state-closed = closed
org-waits = The operator of this site has yet to open this organisation. Until then only its officials see it, and people cannot be added.

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
org-step-profile = Say what it is about, and add a logo
org-step-season = Add a season
org-step-records = Bring the records of your games
org-pool-empty = Nobody is ranked here yet.
org-pool-all = Whole leaderboard
org-season-empty = No games in these days yet.
org-season-more = { $count ->
    [one] { $count } more player is not shown.
   *[other] { $count } more players are not shown.
}
org-season-partial = There are too many games to count; the newest of them are.
org-season-others = Other seasons:
org-events-none = No events yet.
org-games-all = All games
org-titles = Titles
org-title-from = from { $rating }

# Members
org-members = Members
org-members-none = There are no members yet.
org-members-none-found = Nobody is found.
org-member = Member
org-member-add = Add a member
org-member-words = For one person; a handle that somebody plays under already stands for that player, any other makes a new one.
org-member-remove = Take off the roster
org-member-remove-words = { $handle } is no longer a member then. The player and the games stay.
org-handle = Handle
org-handle-hint = As it stands in records
org-real-name = Real name
org-real-name-hint = For the organisation’s officials alone
org-number = Member number
org-number-hint = The organisation’s own, for its officials alone
org-club = Club
org-province = Province
org-age = Age band
org-age-hint = Those below 18 are kept off lists. A date of birth is never asked for.
org-age-unknown = not known
org-age-below-13 = below 13
org-age-13-17 = 13 to 17
org-age-18-59 = 18 to 59
org-age-60-up = 60 and over
org-private = kept off lists
org-has-account = has an account
org-edit = Change
org-verify-short = Verify
org-verify = Verify club and province
org-unverify = Take the verification back
org-verified-by = verified by { $name } on { $day }
org-not-verified = not verified
org-affiliation = Club and province
org-account = Account
org-account-yes = an account has this player
org-account-no = no account has this player
org-player-page = Player’s page
org-joined = Since
org-reason = Reason
org-reason-hint = Those whom it concerns will read it.
org-changed-since = Somebody else has changed this since you opened the page. Look at what is there now and, if yours is still right, save again.

# Roster
org-roster-import = Import the roster
org-roster-many = Many at once: import a CSV file
org-roster-words = Choose a CSV file or paste the rows. You see every change before anything is written.
org-roster-columns = The first row names the columns: handle, name, club, province, number, age. Only handle must be there. An empty cell keeps what is there, and a dash empties it.
org-roster-file = CSV file
org-roster-file-hint = UTF-8, UTF-16 or Windows-1252; up to 20,000 rows and 4 MiB
org-roster-text = Or paste the rows
org-roster-text-hint = From a spreadsheet or an editor, with the row of column names; up to 60,000 characters
org-roster-missing = Remove members who are not in the file
org-roster-missing-hint = Leave this off to add and change only.
org-roster-look = Show what would change
org-roster-template = Download an empty roster to fill in (CSV)
org-roster-export = Download the roster as it is (CSV)
org-roster-preview = What would change
org-roster-preview-words = Nothing is written yet. Look through it, then apply just this.
org-roster-no-change = The file changes nothing: the roster is just so already.
org-roster-apply = Apply these changes
org-roster-again = Another file
org-roster-added = Added
org-roster-changed = Changed
org-roster-unchanged = Unchanged
org-roster-removed = Removed
org-roster-held = an account has this player: is it the same person?
org-roster-known = plays here already
org-roster-row = Line
org-roster-values = Values
org-roster-nothing = nothing
org-roster-more = { $count ->
    [one] { $count } more row is counted and not shown.
   *[other] { $count } more rows are counted and not shown.
}
org-roster-faulty = Nothing is written: correct these in the file and send it again
org-roster-more-faults = { $count ->
    [one] And { $count } more.
   *[other] And { $count } more.
}
org-roster-whole = The file
org-roster-line = Line { $line }
org-roster-line-column = Line { $line }, column { $number } ({ $column })

# Claims
org-claims-words = Somebody says that a player is himself. Confirm it only where you know the person.
org-claims-none = Nothing waits for you.
org-claim-decision = Decision
org-claim-confirm = Confirm: it is this person
org-claim-refuse = Refuse
org-claim-decide = Decide
org-claim-reason-hint = Needed to refuse; the person will read it.

# Records
org-records = Bring records
org-records-words = The games are marked as this organisation’s, and rated in the pool that you choose; those that you play in are rated once another organizer brings them. The same game twice is one game.
org-records-file = File of records
org-records-file-hint = GGN, JSON or NDJSON, plain or in zstd, up to 16 MiB
org-records-text = Or paste the records
org-records-text-hint = Up to 60,000 characters
org-pool = Rated in
org-pool-online = Online
org-pool-online-hint = Games played over the network
org-pool-face-to-face = Face to face
org-pool-face-to-face-hint = Games played at a table
org-pool-nowhere = Not rated
org-pool-nowhere-hint = Casual games, and records that are incomplete
org-records-import = Import
org-records-done = What became of the games
org-records-added = Added
org-records-duplicates = There already
org-records-refused = Refused
org-records-unrated = Kept without being rated
org-records-line = line { $line }
org-records-broken = The rest of the file was not read:
org-records-game = Game
org-records-where = Where
org-records-why = Why
org-records-place = line { $line }, column { $number }, ply { $ply }
org-records-more = { $count ->
    [one] { $count } more game is not listed.
   *[other] { $count } more games are not listed.
}
org-records-again = Bring more

# Seasons and titles
org-seasons = Seasons
org-seasons-words = Each season has a table of the games played on its days. A day is in one season at most.
org-season-add = Add a season
org-season-edit = Change the season
org-season-name = Name
org-season-name-hint = Such as Season 2026
org-season-days = Days
org-season-first = First day
org-season-last = Last day
org-season-last-hint = It is a day of the season, too.
org-remove = Remove
org-titles-words = Players carry a title by their rating in this organisation’s pools.
org-titles-site = The site’s titles hold now.
org-titles-own = Your own titles hold now.
org-titles-hint = A line each, the lowest first: the rating from which it is carried, then the title, as “1300 Scout”. Empty: the site’s titles.

# Officials
org-officials = Officials
org-officials-words = Owners keep the organisation, organizers run its events, and officials have duties in one event or in all.
org-second-factor-demanded = This organisation demands the second factor of its officials: whoever lacks it can do nothing here.
org-has-factor = second factor
org-lacks-factor = no second factor
org-official-add = Add an official
org-account-name = Account
org-account-name-hint = The name that the person signs in with
org-role = Role
org-role-owner = Owner
org-role-owner-hint = Everything, also the profile, other owners and the audit trail
org-role-organizer = Organizer
org-role-organizer-hint = Members, events, seasons, records, and making officials
org-role-official = Official
org-role-official-hint = Duties in one event or in all
org-role-give = Give the role
org-role-take = Take the role away
org-role-take-words = { $name } is no longer { $role } here then.
org-leave = Give my role back
org-way = The person
org-way-account = has an account
org-way-link = gets an invitation
org-way-link-hint = A link that works once, within 14 days, for whoever has no account yet
org-event = Event
org-event-all = All events
org-event-hint = Of an official; owners and organizers act in all events.
org-duties = Duties
org-duties-hint = Of an official
org-duty-pairings = Pairings
org-duty-results = Results
org-duty-check-in = Check-in
org-invite-email = E-mail address
org-invite-email-hint = Leave it empty to hand the link over yourself.
org-invited = The invitation is made
org-invited-words = Give this link to the person. It works once, within 14 days, and is shown now and never again.
org-invited-posted = A letter with it is on its way, too.
org-invited-kept = I have kept it
org-invitations = Open invitations
org-invitation-for = For { $email }
org-invitation-anybody = For whoever has the link
org-invitation-until = until { $day }
org-invitation-by = made by { $name }
org-invitation-back = Take back

# Profile
org-edit-title = Profile
org-color = Colour
org-color-hint = Behind the organisation’s name
org-accent = Second colour
org-accent-hint = On the first; it is moved as far as it takes to be read.
org-second-factor = Officials need the second factor
org-second-factor-hint = Whoever lacks it can do nothing here. Set up your own first.
org-logo = Logo
org-logo-hint = PNG, JPEG or WebP, up to 1 MiB; it is drawn anew at 256 dots a side.
org-logo-save = Save the logo
org-logo-remove = Take the logo away

# Audit trail
org-trail-words = Everything that was done in this organisation, newest first. Nobody can change it.
org-trail-action = What
org-trail-all = Everything
org-trail-since = From
org-trail-until = To
org-download = Download

# Done
done-org-made = The organisation is made.
done-org-left = You have given your role back.
done-org-decided = It is decided.
done-org-member-added = The member is on the roster.
done-org-member-saved = The member is saved.
done-org-member-removed = The member is off the roster.
done-org-member-verified = Club and province are verified.
done-org-member-unverified = The verification is taken back.
done-org-roster = The roster is applied.
done-org-claim-confirmed = The claim is confirmed.
done-org-claim-refused = The claim is refused.
done-org-season-added = The season is added.
done-org-season-saved = The season is saved.
done-org-season-removed = The season is removed.
done-org-titles = Your titles hold.
done-org-titles-none = The site’s titles hold.
done-org-role-given = The role is given.
done-org-role-taken = The role is taken away.
done-org-invited = The invitation is made.
done-org-invitation-back = The invitation is taken back: its link works no longer.
done-org-saved = The profile is saved.
done-org-logo = The logo is saved.
done-org-no-logo = The logo is taken away.

# Faults
org-fault-day = Choose a day, or write it as 2026-04-30.
org-fault-title-line = Write the rating, a space and the title, as “1300 Scout”.
org-fault-at-line = Line { $line }: { $words }
org-fault-age = Choose one of the age bands.
org-fault-reason = Say why; those whom it concerns will read it.
org-fault-decision = Choose one.
org-fault-role = Choose a role.
org-fault-duties = Choose at least one duty.
org-fault-account = Write the name of the account, or choose the invitation.
org-fault-no-account = There is no account “{ $name }”. Ask the person for the exact name, or send an invitation.
org-fault-pool = Choose where the games are rated.
org-fault-records-none = Choose a file, or paste the records.
org-fault-roster-none = Choose a file, or paste the rows.

# The operator's desk
op-title = Operator’s desk
op-tab-overview = Overview
op-tab-accounts = Accounts
op-tab-organisations = Organisations
op-tab-players = Merging players
op-tab-claims = Claims
op-tab-invitations = Invitations
op-tab-audit = Audit trail
op-count-waiting = Organisations that wait
op-count-claims = Open claims
op-waiting = Organisations that wait for approval
op-waiting-none = None waits.
op-claims-open = { $count ->
    [one] Decide about { $count } claim
   *[other] Decide about { $count } claims
}
op-latest = What was done last
op-audit-all = Whole audit trail
op-trail-words = Everything that was done on this site, newest first. Nobody can change it.
op-decide = Decide
op-approve = Open it
op-refuse = Refuse it
op-close = Close it: only its officials see it then
op-reopen = Open it again
op-reason-owners = Its owners will read it. Needed for anything but opening.
op-home = Its page
op-account-search = Name begins with
op-accounts-none = No account is found.
op-state = State
op-state-active = active
op-state-suspended = suspended
op-state-deleted = deleted
op-role = Role on the site
op-role-none = none
op-role-moderator = Moderator
op-role-operator = Operator
op-role-change = Change the role on the site
op-role-words = Moderators suspend accounts and read the audit trail; operators run the site. { $name } needs the second factor to act as either. A new role ends all API tokens of the account.
op-email = E-mail address
op-email-none = none
op-email-unconfirmed = { $email } (not confirmed)
op-factor = Second factor
op-factor-on = on
op-factor-off = off
op-seen = Last signed in
op-never = never
op-suspend = Suspend the account
op-suspend-words = { $name } is signed out everywhere and cannot sign in; tokens stop working. Player and games stay.
op-reinstate = End the suspension
op-reinstate-words = { $name } can sign in again.
op-invite = Make an invitation
op-invite-words = With an invitation somebody signs up also where sign-up is closed to others.
op-merge-words = Two players who are one person: the games of the first become those of the second, ratings are computed anew, and the first handle leads to the second. It can be undone.
op-merge-from = This player
op-merge-into = is really
op-merge-look = Look
op-merge-would = What the merge would move
op-merge-games = Games
op-merge-pools = Rated games
op-merge-pool = { $pool }: { $games }
op-merge-memberships = Memberships
op-merge-refused = This cannot be done:
op-merge = Merge the two
op-merges = Merges
op-merges-none = Nothing was merged yet.
op-undo = Undo
op-undo-words = The games go back to the first player, and ratings are computed anew.
op-undone = undone
done-op-suspended = The account is suspended.
done-op-reinstated = The suspension is ended.
done-op-role = The role is changed.
done-op-merged = The two players are one.
done-op-undone = The merge is undone.
op-tab-reports = Reports
op-reports-words = What players tell of their opponents, newest first. A game under way is shown as everybody sees it.
op-reports-none = Nobody has reported anybody.
op-reports-game = The game
op-reports-by = told by { $name }
op-reports-older = Older reports
org-points = Points of the season
org-points-words = What each place in an event is worth for the season’s table. Tables of all seasons follow at once.
org-points-hint = A line for each kind of event: monthly: 10 7 5 3 2 1. A line without a kind is for all other events. Who shares a place has what that place is worth.
org-points-others = all other events
org-points-none = It is not said yet what places are worth: nobody has points.
done-org-points = The points are kept. The tables follow.
org-standings = Season standings
org-standings-none = No event of this season is over yet.
org-standings-no-season = There is no season yet.
org-standings-how = How the points come about
org-standings-guests = People who played by name alone, without a player of this site, are not in the table; the places that they took stay taken.
org-standings-partial = There are more events than count here; these are the newest.
org-events-won = Won
org-feeds = News of the events, and their dates:
