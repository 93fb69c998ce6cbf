# Ladders: places, challenges, and their rules.
contest-ladder = Ladder
template-ladder = Ladder: challenge those above you, for as long as you like
plan-system-ladder = Ladder
ladder-heading = Ladder
ladder-hint = The places follow from challenges. Points: 2 for a win, 1 for a draw, or as the event counts them.
ladder-why-words = Places in a ladder are won by challenges: who beats somebody above takes the place, and those between move down.
ladder-until = The ladder ends on { $at }
ladder-challenge = Challenge
ladder-accept = Accept
ladder-refuse = Refuse
ladder-withdraw = Withdraw challenge
ladder-arrange = Arrange the game
ladder-rules = Rules of the ladder
ladder-out-of-reach = Out of reach
ladder-own-open = You have an open challenge
ladder-other-open = Has an open challenge
ladder-too-soon = Again from { $at }
ladder-ending = The ladder ends
ladder-challenged = { $one } challenges { $other }: to be answered until { $at }
ladder-playing = { $one } challenged { $other }: to be played until { $at }
ladder-row-plays = Plays { $name } until { $at }
ladder-row-challenges = Challenges { $name }, who answers until { $at }
ladder-row-challenged = Challenged by { $name }, answers until { $at }
ladder-row-falls = Falls on { $at } without a game or a challenge (places: { $places })
ladder-own-game = Your challenge with { $name } is to be played until { $at }.
ladder-own-challenge = You challenged { $name }, who answers until { $at }.
ladder-own-challenged = { $name } challenges you. Answer until { $at }.
ladder-rule-reach = { $count ->
    [one] You may challenge the player directly above you.
   *[other] You may challenge players up to { $count } places above you.
}
ladder-rule-answer = { $count ->
    [one] A challenge is to be answered within a day. Everybody has one open challenge at a time.
   *[other] A challenge is to be answered within { $count } days. Everybody has one open challenge at a time.
}
ladder-rule-forfeits = Who refuses or does not answer loses the place to the challenger.
ladder-rule-no-forfeits = Who refuses or does not answer keeps the place.
ladder-rule-play = { $count ->
    [one] The game is to be played within a day of the answer; otherwise officials rule.
   *[other] The game is to be played within { $count } days of the answer; otherwise officials rule.
}
ladder-rule-win = A challenger who wins takes the place, and those between move down. After a draw or a loss all places stay.
ladder-rule-apart = { $count ->
    [one] The same two meet again after a day at the earliest.
   *[other] The same two meet again after { $count } days at the earliest.
}
ladder-rule-idle = Who neither plays nor challenges for long falls again and again (days: { $days }, places: { $places }).
ladder-challenger = Challenger
ladder-challenged-one = Challenged
ladder-end = End the ladder
contest-ladder-of = Ladder: { $stage }
contest-ladder-words = Changes count from now on; what has happened stays.
ladder-reach = Places above that may be challenged
ladder-answer-days = Days to answer
ladder-forfeits = Who refuses or does not answer loses the place
ladder-play-days = Days to play after the answer
ladder-apart-days = Days before the same two meet again
ladder-idle-days = Days without a game after which players fall
ladder-idle-days-hint = 0 for never.
ladder-fall = Places that they fall
ladder-days = Days until the ladder ends
ladder-days-hint = 0 if you end it yourself.
ladder-by-registration = First places in the order of registration, not of rating
done-contest-challenged = Challenge sent.
done-contest-challenge-accepted = Challenge accepted. Arrange a time and play.
done-contest-challenge-refused = Challenge refused.
done-contest-challenge-withdrawn = Challenge withdrawn.
done-contest-challenge = The challenge is made.
done-contest-challenge-answered = The challenge is answered.
done-contest-ladder-ended = The ladder has ended. Accepted challenges are still played.
act-challenged = { $one } challenges { $other }
act-challenge-accepted = { $other } accepts the challenge of { $one }
act-challenge-played = Challenge of { $one } to { $other } played
act-challenge-refused = { $other } refuses the challenge of { $one }
act-challenge-unanswered = { $other } did not answer the challenge of { $one }
act-challenge-withdrawn = { $one } withdraws the challenge to { $other }
act-challenge-lapsed = Challenge of { $one } to { $other } lapsed
act-ladder-clock = Clock of { $stage } set
act-ladder-fell = Fallen without a game: { $names }
act-ladder-ended = { $stage } ended
ladder-no-schedule = Games are played as players challenge each other, for as long as you like; there are no rounds.
