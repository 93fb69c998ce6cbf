# Mga ladder: mga puwesto, hamon, at tuntunin.
contest-ladder = Ladder
template-ladder = Ladder: hamunin ang mga nasa itaas mo, hangga’t gusto ninyo
plan-system-ladder = Ladder
ladder-heading = Ladder
ladder-hint = Nagmumula sa mga hamon ang mga puwesto. Puntos: 2 sa panalo, 1 sa tabla, o ayon sa bilang ng torneo.
ladder-why-words = Sa hamon napapanalunan ang mga puwesto sa ladder: makukuha ng tumalo sa nasa itaas ang puwesto nito, at bababa ang mga nasa pagitan.
ladder-until = Magwawakas ang ladder sa { $at }
ladder-challenge = Hamunin
ladder-accept = Tanggapin
ladder-refuse = Tanggihan
ladder-withdraw = Bawiin ang hamon
ladder-arrange = Iayos ang laro
ladder-rules = Mga tuntunin ng ladder
ladder-out-of-reach = Hindi maabot
ladder-own-open = May bukas kang hamon
ladder-other-open = May bukas na hamon
ladder-too-soon = Muli mula { $at }
ladder-ending = Magwawakas na ang ladder
ladder-challenged = Hinahamon ni { $one } si { $other }: sasagutin hanggang { $at }
ladder-playing = Hinamon ni { $one } si { $other }: lalaruin hanggang { $at }
ladder-row-plays = Kalaban si { $name } hanggang { $at }
ladder-row-challenges = Hinahamon si { $name }, na sasagot hanggang { $at }
ladder-row-challenged = Hinahamon ni { $name }, sasagot hanggang { $at }
ladder-row-falls = Bababa sa { $at } kung walang laro o hamon (mga puwesto: { $places })
ladder-own-game = Lalaruin ang hamon ninyo ni { $name } hanggang { $at }.
ladder-own-challenge = Hinamon mo si { $name }, na sasagot hanggang { $at }.
ladder-own-challenged = Hinahamon ka ni { $name }. Sumagot hanggang { $at }.
ladder-rule-reach = { $count ->
    [1] Maaari mong hamunin ang manlalarong nasa itaas mo mismo.
   *[other] Maaari mong hamunin ang mga manlalarong hanggang { $count } puwesto sa itaas mo.
}
ladder-rule-answer = { $count ->
    [1] Sasagutin ang hamon sa loob ng isang araw. Isang bukas na hamon lang ang bawat isa.
   *[other] Sasagutin ang hamon sa loob ng { $count } araw. Isang bukas na hamon lang ang bawat isa.
}
ladder-rule-forfeits = Mawawala sa tumanggi o hindi sumagot ang puwesto, at mapupunta sa humamon.
ladder-rule-no-forfeits = Mananatili ang puwesto ng tumanggi o hindi sumagot.
ladder-rule-play = { $count ->
    [1] Lalaruin ang laro sa loob ng isang araw mula sa sagot; kung hindi, mga opisyal ang magpapasya.
   *[other] Lalaruin ang laro sa loob ng { $count } araw mula sa sagot; kung hindi, mga opisyal ang magpapasya.
}
ladder-rule-win = Makukuha ng nanalong humamon ang puwesto, at bababa ang mga nasa pagitan. Sa tabla o talo, mananatili ang lahat ng puwesto.
ladder-rule-apart = { $count ->
    [1] Makakapaglaro muli ang dalawa pagkaraan ng isang araw.
   *[other] Makakapaglaro muli ang dalawa pagkaraan ng { $count } araw.
}
ladder-rule-idle = Paulit-ulit na bababa ang matagal na walang laro o hamon (mga araw: { $days }, mga puwesto: { $places }).
ladder-challenger = Humahamon
ladder-challenged-one = Hinahamon
ladder-end = Tapusin ang ladder
contest-ladder-of = Ladder: { $stage }
contest-ladder-words = Mula ngayon ang bisa ng mga pagbabago; mananatili ang mga nangyari na.
ladder-reach = Mga puwesto sa itaas na maaaring hamunin
ladder-answer-days = Mga araw para sumagot
ladder-forfeits = Mawawala ang puwesto ng tumanggi o hindi sumagot
ladder-play-days = Mga araw para maglaro pagkatapos ng sagot
ladder-apart-days = Mga araw bago magtapat muli ang dalawa
ladder-idle-days = Mga araw na walang laro bago bumaba
ladder-idle-days-hint = 0 kung hindi kailanman.
ladder-fall = Mga puwestong ibababa
ladder-days = Mga araw bago magwakas ang ladder
ladder-days-hint = 0 kung ikaw ang tatapos nito.
ladder-by-registration = Mga unang puwesto ayon sa pagkakarehistro, hindi sa rating
done-contest-challenged = Naipadala ang hamon.
done-contest-challenge-accepted = Tinanggap ang hamon. Magkasundo sa oras at maglaro.
done-contest-challenge-refused = Tinanggihan ang hamon.
done-contest-challenge-withdrawn = Binawi ang hamon.
done-contest-challenge = Nagawa ang hamon.
done-contest-challenge-answered = Nasagot ang hamon.
done-contest-ladder-ended = Tapos na ang ladder. Lalaruin pa ang mga tinanggap na hamon.
act-challenged = Hinahamon ni { $one } si { $other }
act-challenge-accepted = Tinatanggap ni { $other } ang hamon ni { $one }
act-challenge-played = Nalaro ang hamon ni { $one } kay { $other }
act-challenge-refused = Tinatanggihan ni { $other } ang hamon ni { $one }
act-challenge-unanswered = Hindi sinagot ni { $other } ang hamon ni { $one }
act-challenge-withdrawn = Binabawi ni { $one } ang hamon kay { $other }
act-challenge-lapsed = Nawalan ng bisa ang hamon ni { $one } kay { $other }
act-ladder-clock = Naitakda ang orasan ng { $stage }
act-ladder-fell = Bumaba dahil walang laro: { $names }
act-ladder-ended = Tapos na ang { $stage }
ladder-no-schedule = May laro tuwing may hamunan ang mga manlalaro, hangga’t gusto mo; walang mga round.
