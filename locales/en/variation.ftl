# What if: finished games with other set-ups or other moves.
variation-title = What if …?
variation-words = Play on from any move, or change a piece’s rank. The arbiter uses the game’s ranks; nothing is saved.
variation-open-words = Play on from any move. Nothing is saved.
variation-hint = Choose a piece, then move it or change its rank.
variation-open-hint = Choose a piece on the board or in hand, then where it goes.
variation-move = Move to
variation-if = What if it were …
variation-other = { $rank } (deployed on { $square })
variation-close = Deselect
variation-changed = Changes
variation-swapped = { $side }: swapped the pieces deployed on { $one } and { $other }.
variation-undo = undo
variation-was = In the game
variation-would = Now
variation-there = show
variation-same = { $count ->
    [one] The game’s one move would have the same verdict.
   *[other] All { $count } moves of the game would have the same verdicts.
}
variation-otherwise = From here the game would have been different.
variation-goes-on = The game would not have ended here.
variation-ends = The game ends: { $how }, { $result }.
variation-white = White to move.
variation-black = Black to move.
variation-own = Continued from move { $ply }
variation-shorter = Undo last move
variation-link = Link to this variation
variation-link-hint = Use it in a review comment, or anywhere else.
variation-open-link-hint = Whoever opens it sees this variation.
variation-fresh = Start over
variation-no-swap = { $swap } is not a swap: name two squares on which one side deployed pieces
variation-swaps = at most { $most } swaps
variation-long = at most { $most } moves of your own
variation-illegal = move { $number } of this line is illegal
takes-swap = write swaps as a3c2.d1e2: two squares each on which one side deployed pieces
takes-line = write moves as e3-e4.d6-d5
takes-open-line = write moves as e3-e4.e7-e6
