# What could be known, and the ledger

known-title = What could be known
known-ranks = Possible ranks, with probabilities
known-off = Deselect
known-shade = Heat map
known-shade-none = Off
known-shade-strength = Expected strength
known-shade-flag = Flag probability
known-owners = Pieces
known-enemy = Enemy’s
known-ghost = Own, as the opponent sees them (ghost view)
known-prior = Probabilities
known-prior-uniform = Uniform
known-prior-learned = From past games
known-prior-counted = Every arrangement that fits what was seen is equally likely.
known-prior-from = Learned from { $count } set-ups in other finished games: a rank is likelier where people tend to put it. An estimate about people, for players only.
known-prior-guess = Learned from set-ups in other finished games: a rank is likelier where people tend to put it. An estimate about people, for players only.
known-how = How this works
known-table = All pieces as a table
known-table-show = Show table
known-piece = Piece
known-place = Square
known-strength = Strength
takes-square = write a square such as e5

js-known-hint = Choose a piece to see which ranks it could be.
known-piece-name = %side%, deployed on %origin%
known-brief = %piece%: %ranks%. Flag: %flag%.
known-eyes-white = What White could know after move %ply%.
known-eyes-black = What Black could know after move %ply%.
known-eyes-public = What spectators could know after move %ply%.
known-armies = %armies% armies fit what was seen; %bits% bits are hidden.
known-exact = All pairs of armies were counted; %bits% bits are hidden.
known-estimated = Estimated, with a standard error of at most %error%; about %bits% bits are hidden.
known-at-least = Some of these ranks may be impossible; ruling them out took too long.
known-fell = captured on move %ply%
js-known-shade-none = Each number counts every army that fits what was seen. Moves are not evidence.
js-known-shade-strength = Number on a piece: how much of the army is expected to be weaker, out of 100. A fuller bar is stronger.
js-known-shade-flag = Number on a piece: its probability of being the Flag. The likeliest piece has a full bar.
js-known-failed = Loading failed. Choose the piece again.

ledger-title = Information ledger
ledger-lede = A bit answers one yes-or-no question about an army. Each challenge reveals some.
ledger-chart = Bits revealed in the game: White { $white }, Black { $black }, of { $all } each; every move is in the ledger’s table.
ledger-told = Revealed
ledger-told-white = Revealed by White
ledger-told-black = Revealed by Black
ledger-bits = Bits revealed
ledger-still = { $bits } still hidden at the end
ledger-luck = Challenge luck
ledger-luck-is = { $wins } of { $challenges } won, { $expected } expected (± { $deviation })
ledger-index = Bluff index
ledger-threats = { $count ->
    [one] { $count } threat
   *[other] { $count } threats
  }
ledger-bluff = Best bluff
ledger-bluff-is = Move { $ply }: looked like { $seen } of 100, was { $truth }
ledger-no-bluff = none worked
ledger-dearest = Costliest capture
ledger-dearest-is = move { $ply }, { $side } paid { $bits } bits
ledger-no-capture = none
ledger-table = Every move and its price
ledger-table-note = Bits each side paid, the challenger’s chance before the move, and total bits revealed.
ledger-ply = Move
ledger-price-white = White pays
ledger-price-black = Black pays
ledger-chance = Chance
ledger-what = Outcome

knowledge-title = What could be known, and its price
knowledge-lede = In the replay of a finished game, and only there, Adjutant counts what each side could know after each move. This is not a guess about play: it counts every army that fits what was seen.
knowledge-count-title = Counting armies
knowledge-count-prior = Before the first move, every arrangement of an army on its squares is equally likely: 21!/(6! 2!) = 35,479,820,952,576,000 in the standard game, since the six Privates are alike, and so are the two Spies.
knowledge-count-seen = What is seen rules out arrangements: a verdict against a piece whose rank you know, a game that went on after a challenge (so no Flag was captured) or after a piece reached the back row, a Flag that was shown. What is left is counted exactly; the probability of a rank is its share of it.
knowledge-count-moves = Moves, time and habits are not evidence here.
knowledge-count-public = Spectators know neither army. Their numbers are counted exactly while that is fast; after that they are estimates, marked as such with their standard error.
knowledge-count-views = A player’s view shows what they could know about the enemy’s pieces; the ghost view shows their own pieces as the opponent could know them. With everything revealed, each piece is shown through its opponent’s eyes.
knowledge-proof-title = Worked example
knowledge-proof = White’s Sergeant challenges a piece and is captured. Eleven officers outrank a Sergeant, and two Spies capture one: 13 of the 21 pieces could do that. So the piece is a Spy with probability 2/13, the General of the Army with 1/13, and neither a Private nor the Flag. This revealed log2(21/13) = 0.7 bits.
knowledge-ledger-title = The ledger
knowledge-told = Bits revealed: the binary logarithm of the number of armies the opponent could not tell apart at the start, minus the same now. A standard army hides 55.0 bits.
knowledge-price = Price of a challenge: for each side, the bits the move revealed of its piece, that is, minus the binary logarithm of the probability the other side gave the outcome before it.
knowledge-dearest = Costliest capture: the one whose captor paid most. When both pieces are captured, neither is a captor.
knowledge-luck = Challenge luck: challenges won of those a side started, minus the sum of its chances to win them, each as it saw them before the move. The number after ± is the standard deviation if each were an independent draw.
knowledge-bluff-title = Bluffs
knowledge-strength = Strength of a rank: the part of the army that it captures as the challenger, with equals counted half. Expected strength is the mean over the possible ranks.
knowledge-threat = A threat is a move without a challenge that puts a piece next to an enemy piece it was not next to before. Its value is the strength the opponent had to expect, minus the true one. Above 0 it is a bluff.
knowledge-reply = It is called if the piece is challenged within the opponent’s next two moves. It works if within them a threatened piece steps away without a challenge. Otherwise it stays open.
knowledge-best = Best bluff: the highest in value that worked. Bluff index: the mean value of all threats, in points of 100. This reads no intention; it follows from the record alone.

tally-title = Information
tally-note = From the latest finished games: { $games }, at most { $most }.
tally-told = Bits revealed per game
tally-chart = Bits revealed by game
tally-table = By game
