follow = Follow
unfollow = Unfollow
follows-title = Following
follows-none = You follow nobody yet. Use “Follow” on the page of a player, event or organisation.
follow-player = Player
follow-event = Event
follow-organisation = Organisation
done-unfollowed = Unfollowed.
menu = Menu
search-title = Search
search-label = Search players, events, games
search-hint = Players, events, organisations, help, or a game id
search-none = Nothing found for “{ $query }”. Check the spelling, or try a part of the name.
search-all = All results
search-players = Players
search-events = Events
search-organisations = Organisations
search-game = Game
search-help = Help and pages
search-rated =
    { $count ->
        [one] { $count } rated game
       *[other] { $count } rated games
    }
search-unrated = unrated
search-suggestions =
    { $count ->
        [one] { $count } suggestion
       *[other] { $count } suggestions
    }
find-rules = rules how to play pieces ranks challenge arbiter flag spy beginner help
find-three-generals = three generals rules how to play pieces golden jeweled silver stone shoot palace drop turn pawn beginner help
find-play = play online new game lobby open games opponent friend
find-watch = live games stream spectator tv
find-leaderboards = ranking ratings top players best
find-games = replays records archive database
find-players = people list ratings
find-events = tournaments schedule calendar swiss round robin
find-organisations = clubs schools federations leagues
find-quiz = puzzles training daily questions
find-formations = set-ups openings statistics heat map strategy
find-collections = studies lists of games
find-knowledge = probabilities information ledger inference
find-notation = ggn format file record export
find-pairing-check = trf swiss dutch fide pairing checker round
find-api = developers programs json openapi token bot
find-sign-in = log in login account password
filter-month = Month
filter-speed = Speed
game-speed-blitz = Blitz
game-speed-rapid = Rapid
game-speed-classical = Classical
game-speed-untimed = No clock
players-rated-in = Ratings: { $pool }
column-where = Place
column-winner = Winner
events-now = Now
events-upcoming = Upcoming
events-finished = Finished
home-own = Home
home-own-games = Your games
home-own-games-none = No games in progress.
home-live = Live games
home-own-matches = Your matches
home-played-events = Events you play in
home-own-table = Round { $round }, table { $table }, against { $other }
home-own-events = Events you run
home-your-move = Your move
home-events = Events
