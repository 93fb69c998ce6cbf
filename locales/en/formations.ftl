# The explorer of set-ups.
formations-title = Formations
formations-words = Which set-ups players used in finished games, how they scored, and which are similar.
formations-games = { $count ->
    [one] One game matches.
   *[other] { $count } games match.
}
formations-counted = { $count ->
    [one] One set-up matches.
   *[other] { $count } set-ups match.
}
formations-score = Score:
formations-none = No set-ups match.
formations-preparing = Set-ups are being counted after a restart. Try again in a minute.
formations-weighted-words = Set-ups of stronger players count more.
formations-where = Where pieces stand
formations-rank = Piece
formations-board = { $rank }: percentage of set-ups that have it on each square, from its own side
formations-figures = Games, intervals and scores
formations-on = Pieces on { $square }
formations-grid = All squares and pieces
formations-grid-words = Percentage of the set-ups. Choose a square for details.
formations-popular = Most used
formations-popular-words = A set-up and its mirror image count as one.
formations-examples = Latest games
formations-mine = My set-ups in games
formations-mine-words = Only you see this page. A set-up becomes public when a game in which you used it is over; saved set-ups that you never used stay private.
formations-no-player = Your account has no player yet.
formations-none-mine = None of your finished games shows a set-up yet.
formations-flag = Your Flag’s squares
formations-flag-words = Percentage of your set-ups; mirrored if the Flag stood on the right
formations-kept-words = How your saved set-ups scored in your games, as they are or mirrored.
formations-used = Set-ups you used
formation = Formation
formation-ask = Look up a set-up
formation-show = Show
formation-games = { $count ->
    [one] one game
   *[other] { $count } games
}
formation-apart = { $count ->
    [one] differs by one square
   *[other] differs by { $count } squares
}
formation-within = { $count ->
    [one] differs by at most one square
   *[other] differs by at most { $count } squares
}
formation-score = Score %
formation-share = Share %
formation-square = Square
formation-piece = Piece
formation-nothing = empty
formation-side = Side
formation-pool = Rating pool
formation-min-rating = Minimum rating
formation-max-rating = Maximum rating
formation-season = Season number (with its organisation)
formation-when = Only set-ups with
formation-when-hint = Piece letter and square, such as “Fb1 Se2 .e3”; a dot is an empty square. Letters: 5 4 3 2 1 Generals, C Colonel, L Lieutenant Colonel, M Major, K Captain, A and B Lieutenants, T Sergeant, P Private, S Spy, F Flag.
formation-mirror = Treat mirror images as the same
formation-weighted = Weighted by rating
formation-edit = Open in the editor
formation-mirror-link = Mirror image
formation-table = Set-up as a table
formation-as-it-stands = As is
formation-mirrored = Mirrored
formation-unused = No finished game started with this set-up or its mirror image.
formation-filtered = Some games are filtered out.
formation-all-games = All games
formation-around = Similar set-ups
formation-distance = Distance
formation-distance-words = Number of squares where the two set-ups, or one and the other’s mirror image, differ.
formation-nearest = Closest set-ups
formation-of-white = White’s formation
formation-of-black = Black’s formation
takes-home-square = write a square from a1 to i3, such as b1
takes-rank = write a piece’s letter, such as F
takes-conditions = write pieces and squares such as Fb1 Se2, at most ten
formations-scale = Scale in percent
formations-strategies = Strategies
formation-strategy = Strategy
formation-follows = Strategy:
strategy-blitzkrieg = Blitzkrieg
strategy-blitzkrieg-words = At least five of 5★ to 2★ and the Spies on one wing
strategy-banzai-charge = Banzai Charge
strategy-banzai-charge-words = At least five Privates in the front row
strategy-slow-moving-shield = Slow-Moving Shield
strategy-slow-moving-shield-words = At least six of 5★ to Major in the front row
strategy-rampaging-bulls = Rampaging Bulls
strategy-rampaging-bulls-words = 5★ and 4★ in the front row, on opposite wings
strategy-strongholds = Strongholds
strategy-strongholds-words = Flag at the back, walled in, two walls of 5★ to 2★ or Spies
strategy-clustered-task-forces = Clustered Task Forces
strategy-clustered-task-forces-words = Eight pieces on each wing, with a Spy and a General of 2★ or more
strategy-distributed-defense = Distributed Defense
strategy-distributed-defense-words = Two of 5★ to 2★ and the Spies in each third, none adjacent
