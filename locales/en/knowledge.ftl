# What could be known, and the ledger

known-title = What could be known
known-ranks = Ranks it could have, with probabilities
known-off = Close this piece
known-shade = Shade the board by
known-shade-none = Nothing
known-shade-strength = Expected strength
known-shade-flag = Chance of the Flag
known-owners = Whose pieces
known-enemy = The enemy’s
known-ghost = Own, as the opponent sees them (ghost view)
known-prior = How likely ranks are held to be
known-prior-uniform = Counted alone
known-prior-learned = By people’s habits
known-prior-counted = Each arrangement is as likely as any other, as far as what was seen allows it.
known-prior-from = Learned of { $count } set-ups in other revealed games: ranks are held likelier where people put them. That is a guess about people, for players’ eyes alone.
known-prior-guess = Learned of set-ups in other revealed games: ranks are held likelier where people put them. That is a guess about people, for players’ eyes alone.
known-how = How this is worked out
known-table = All pieces as a table
known-table-show = Show the table
known-piece = Piece
known-place = Square
known-strength = Strength
takes-square = write a square as e5

js-known-hint = Choose a piece: of which ranks could it be?
known-piece-name = %side%, deployed on %origin%
known-brief = %piece%: %ranks%. Flag: %flag%.
known-eyes-white = As White could know it after ply %ply%.
known-eyes-black = As Black could know it after ply %ply%.
known-eyes-public = As spectators could know it after ply %ply%.
known-armies = %armies% armies fit all that was seen; %bits% bits are hidden.
known-exact = All pairs of armies were counted; %bits% bits are hidden.
known-estimated = Estimated, with a standard error of at most %error%; about %bits% bits are hidden.
known-at-least = Some of these ranks may be impossible: it took too long to rule them out.
known-fell = fell on ply %ply%
js-known-shade-none = Each number counts every army that fits what was seen. Moves are no evidence.
js-known-shade-strength = The number on a piece: how much of the army is expected to be weaker, of 100. The fuller the bar, the stronger.
js-known-shade-flag = The number on a piece: its chance of being the Flag. The likeliest piece has a full bar.
js-known-failed = It could not be fetched. Choose the piece again.

ledger-title = The ledger of information
ledger-lede = A bit is one yes-or-no answer about an army. Each challenge tells some.
ledger-chart = Bits told in the game: White { $white }, Black { $black }, of { $all } each; the table of the ledger has every step.
ledger-told-white = White told
ledger-told-black = Black told
ledger-more = ledger
ledger-bits = Bits told
ledger-still = { $bits } are still hidden at the end
ledger-luck = Challenge luck
ledger-luck-is = { $wins } won of { $challenges }, { $expected } were to be expected (± { $deviation })
ledger-index = Bluff index
ledger-threats = { $count ->
    [one] { $count } threat
   *[other] { $count } threats
  }
ledger-bluff = Best bluff
ledger-bluff-is = Ply { $ply }: looked like { $seen } of 100, was { $truth }
ledger-no-bluff = none was believed
ledger-dearest = Dearest capture
ledger-dearest-is = ply { $ply }, { $side } paid { $bits } bits
ledger-no-capture = none
ledger-table = Each step and its price
ledger-table-note = Bits that each side paid, the challenger’s chance to win before the ply, and bits told in all.
ledger-ply = Ply
ledger-price-white = White pays
ledger-price-black = Black pays
ledger-chance = Chance
ledger-what = How it went

knowledge-title = What could be known, and what it cost
knowledge-lede = In the replay of a game that is over, and only there, Adjutant counts what each side could know at each ply: not a guess about play, but every army that fits all that was seen.
knowledge-count-title = Counting armies
knowledge-count-prior = Before the first ply each arrangement of an army on its squares is as likely as any other: 21!/(6! 2!) = 35,479,820,952,576,000 of them in the standard game, the six Privates being alike.
knowledge-count-seen = What is seen strikes out arrangements: each verdict against a piece one knows, that the game went on after a challenge (no Flag fell), that a piece reached the back row and the game went on, a Flag that was shown. What is left is counted exactly, and the probability of a rank is its share of what is left.
knowledge-count-moves = Moves, time and habits are no evidence here.
knowledge-count-public = Spectators know neither army. Their numbers are counted as long as that is quick; later they are estimates, and say so with their standard error.
knowledge-count-views = In a player’s view one looks at the enemy’s pieces; the ghost view turns that round and shows one’s own pieces as the opponent could know them. With all revealed, each piece is seen with its opponent’s eyes.
knowledge-proof-title = A proof by hand
knowledge-proof = White’s Sergeant challenges a piece and falls. Eleven officers stand above a Sergeant and two Spies remove him: 13 of the 21 pieces could do that. So the piece is a Spy with 2/13, the General of the Army with 1/13, and neither a Private nor the Flag. It told log2(21/13) = 0.7 bits.
knowledge-ledger-title = The ledger
knowledge-told = Bits told: the binary logarithm of the number of armies that the opponent could not tell apart at the start, less the same now. 55.0 bits are hidden in a standard army.
knowledge-price = Price of a challenge: for each side, the bits that the ply told of its piece; minus the binary logarithm of the probability, in the other’s eyes before it, of what then came out.
knowledge-dearest = Dearest capture: the one whose captor paid most. Where both fall, nobody captures.
knowledge-luck = Challenge luck: the challenges that a side won of those it began, less the sum of its chances to win them, each in its own eyes before the ply. The number after ± is the standard deviation if each were a draw of its own.
knowledge-bluff-title = Bluffs
knowledge-strength = Strength: the part of the army that is weaker, equals counted half. A rank is as strong as the part of the army that it removes as the challenger. Expected strength is its mean over the possible ranks.
knowledge-threat = A threat is a plain move after which a piece stands beside an enemy piece that it did not stand beside before. Its value is the strength that the opponent had to expect, less the true one. Above 0 it is a bluff.
knowledge-reply = It is called if the piece is challenged within the opponent’s next two plies, believed if a threatened piece steps away by a plain move within them; else it stays open.
knowledge-best = Best bluff: the believed one of the highest value. Bluff index: the mean value of all threats, in points of 100. No intention is read: it follows from the record alone.

tally-title = Information
tally-note = From the newest revealed games, { $games } of at most { $most }.
tally-told = Bits told a game
tally-chart = Bits told, game by game
tally-table = Game by game
