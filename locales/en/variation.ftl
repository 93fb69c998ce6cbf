# What might have been: games that are over with other set-ups or other plies.
variation-title = What if …?
variation-words = Play on from any ply, or let a piece have been another. The arbiter judges by the ranks of the game; nothing is kept.
variation-hint = Choose a piece on the board: then move it, or say what it might have been.
variation-move = Move it
variation-if = What if it had been …
variation-other = { $rank } (deployed on { $square })
variation-close = Choose no piece
variation-changed = What was changed
variation-swapped = { $side }: the pieces deployed on { $one } and { $other } have changed places.
variation-undo = take back
variation-was = In the game
variation-would = Now
variation-there = show
variation-same = { $count ->
    [one] The one ply of the game would have been announced as it was.
   *[other] All { $count } plies of the game would have been announced as they were.
}
variation-otherwise = From here the game would have gone another way.
variation-goes-on = The game would not have ended here.
variation-ends = The game ends: { $how }, { $result }.
variation-white = White is to move.
variation-black = Black is to move.
variation-own = Played on from ply { $ply }
variation-shorter = Take the last ply back
variation-link = Link to this variation
variation-link-hint = It may stand in a remark of a review, or anywhere else.
variation-fresh = Begin again
variation-no-swap = { $swap } is no swap: name two squares on which one side deployed pieces
variation-swaps = at most { $most } swaps
variation-long = at most { $most } plies of one’s own
variation-illegal = ply { $number } of this line cannot be made
takes-swap = write swaps as a3c2.d1e2: two squares each on which one side deployed pieces
takes-line = write plies as e3-e4.d6-d5
