# Reviews: what people remark on the plies of games that are over, and what their notes in play were worth.
reviews-title = My reviews
reviews-words = What you wrote about games that are over. A review is yours alone until you publish it.
reviews-none = You have written no review yet. Open a game that is over, and begin one there.
reviews-of-game = Reviews
review-new = Begin a review
review-about = Remarks on plies, with glyphs, squares and arrows. Nobody sees it but you until you publish it.
review-title = Title
review-title-hint = Up to { $most } characters.
review-begin = Begin
review-by = by
review-private = for you alone
review-published = published
review-remarks = { $count ->
    [one] one remark
   *[other] { $count } remarks
}
review-all = All remarks
review-none = Nothing is remarked yet.
review-words = Comment
review-words-hint = Up to { $most } characters.
review-glyph = Glyph
review-no-glyph = none
review-marks = Squares and arrows
review-marks-hint = As “Ge4 Rd5d6”: G green, R red, Y yellow, B blue; one square, or two for an arrow. At most { $most }.
review-marks-wrong = write squares and arrows as Ge4 or Rd5d6, with blanks between them
review-save = Save the remark
review-who = Who sees it
review-who-words = Published, everybody finds it beside the game, with your name.
review-quiet = You keep off lists, so what you write stays yours.
review-publish = Publish
review-withdraw = Keep it to myself again
review-remove = Remove the review
review-green = Green
review-red = Red
review-yellow = Yellow
review-blue = Blue
done-review-begun = The review is begun. Go to a ply and write.
done-review-saved = The remark is saved.
done-review-published = The review is published.
done-review-withdrawn = Nobody but you sees the review any more.
note-right = right
note-wrong = wrong
note-score = Brier score { $score }
notes-scored = Notes that name one rank: { $count }. Brier score { $score } on average (0 is best, 1 worst).
