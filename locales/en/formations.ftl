# The explorer of set-ups.
formations-title = Formations
formations-words = What stood where in the set-ups of games that are over, how those set-ups did, and which are alike.
formations-games = { $count ->
    [one] There is one such game.
   *[other] There are { $count } such games.
}
formations-counted = { $count ->
    [one] One set-up fits.
   *[other] { $count } set-ups fit.
}
formations-score = Their score is
formations-none = No set-up fits.
formations-preparing = Set-ups are being counted after a restart. Try again in a minute.
formations-weighted-words = Set-ups of stronger players count for more.
formations-where = Where a piece stands
formations-rank = Piece
formations-board = { $rank }: set-ups that have it on each square, in per cent, seen from its own side
formations-figures = With games, intervals and scores
formations-on = What stands on { $square }
formations-grid = Every square and every piece
formations-grid-words = In per cent of the set-ups. A square leads to its figures.
formations-popular = Used most
formations-popular-words = A set-up and its mirror image are one here.
formations-examples = Newest games
formations-mine = My set-ups in games
formations-mine-words = Only you see this page. Your set-ups become public with the games in which you used them, once those are over; what you keep and have not used stays yours.
formations-no-player = Your account has no player yet.
formations-none-mine = None of your games that are over shows a set-up yet.
formations-flag = Where your Flag stands
formations-flag-words = Share of your set-ups in per cent; mirrored where the Flag stood to the right
formations-kept-words = How those that you keep did in your own games, as they stand or mirrored.
formations-used = Set-ups that you used
formation = Formation
formation-ask = Look up a set-up
formation-show = Show
formation-games = { $count ->
    [one] one game
   *[other] { $count } games
}
formation-apart = { $count ->
    [one] one square differs
   *[other] { $count } squares differ
}
formation-within = { $count ->
    [one] at most one square differs
   *[other] at most { $count } squares differ
}
formation-score = Score %
formation-share = Share %
formation-square = Square
formation-piece = Piece
formation-nothing = nothing
formation-side = Side
formation-pool = Rating pool
formation-min-rating = Rating, at least
formation-max-rating = Rating, at most
formation-season = Season (number, with its organisation)
formation-when = What stands where
formation-when-hint = What stands where: a piece’s letter and a square, as “Fb1 Se2 .e3”; a point is an empty square. Letters: 5 4 3 2 1 for Generals, C Colonel, L Lieutenant Colonel, M Major, K Captain, A and B Lieutenants, T Sergeant, P Private, S Spy, F Flag.
formation-mirror = A mirror image is the same
formation-weighted = Weighted by rating
formation-edit = Open in the editor
formation-mirror-link = Mirror image
formation-table = The set-up as a table
formation-as-it-stands = As it stands
formation-mirrored = Mirrored
formation-unused = No game that is over was begun with this set-up or its mirror image.
formation-filtered = Not all games are counted here.
formation-all-games = All games
formation-around = Set-ups that are like it
formation-distance = Distance
formation-distance-words = Squares on which the two, or one and the other’s mirror image, hold something else.
formation-nearest = Nearest set-ups
formation-of-white = White’s formation
formation-of-black = Black’s formation
takes-home-square = write a square from a1 to i3, as b1
takes-rank = write a piece’s letter, as F
takes-conditions = write pieces and squares as Fb1 Se2, ten at most
