site-description = Mga record, rating at replay ng Game of the Generals (Salpakan).
skip = Laktawan papunta sa nilalaman
skip-board = Dumiretso sa board
nav-label = Pangunahing menu
nav-leaderboards = Leaderboard
nav-games = Laro
nav-players = Manlalaro
nav-events = Torneo
nav-rules = Tuntunin
nav-api = API
footer-about = Adjutant, ang walang-kinikilingang arbiter ng Salpakan.
preferences = Wika at tema
theme-light = Maliwanag
theme-dark = Madilim
theme-system = System
pages = Mga pahina
page-previous = Nauna
page-next = Susunod
page-older = Mas luma

error-not-found = Hindi nahanap
error-invalid = Maling request
error-other = Nagkaproblema
error-status = Status
error-request-id = Kung iuulat mo ito sa operator, isama ang numerong ito: { $id }
error-not-known = Hindi pa tiyak kung na-save ito. Tingnan muna bago ipadala ulit.
error-home = Home page
error-foreign-form = Galing sa ibang site ang form na ito. Buksan ang pahina rito at ipadala ulit.
error-not-allowed = Hindi pinapayagan
error-nothing-here = Walang pahina sa { $path }. Magpatuloy mula sa isa sa mga pahina sa ibaba.
error-nothing-in-api = Walang endpoint sa { $path }. Nasa /api ang lahat ng endpoint.
error-method = Hindi puwede rito ang { $method }. Puwede: { $allowed }.
error-too-many-lines = Masyadong maraming live na pahina ang bukas. Isara ang isa, o subukan ulit pagkalipas ng { $seconds } segundo.
error-body-too-large = Mas malaki sa { $bytes } byte ang request. Bawasan ang ipinapadala.
error-body-slow = Masyadong mabagal ang dating ng request. Ipadala ulit sa mas mabilis na koneksyon, o bawasan ang ipinapadala.
error-body-broken = Naputol ang request. Ipadala ulit.
error-form = Hindi mabasa ang form. Bumalik at ipadala ulit.
error-file-too-large = Mas malaki sa { $kilobytes } kB ang file. Pumili ng mas maliit.
error-stale-form = Expired na ang form na ito, o naka-off ang cookies. Walang nabago: bumalik, i-reload ang pahina at ipadala ulit.
parameter-none = Walang parameter ang address na ito. Alisin ang “{ $name }”.
parameter-unknown = Walang parameter na “{ $name }”. Ang mayroon: { $known }.
parameter-twice = Naulit ang parameter na “{ $name }”. Isang beses lang ito ipadala.
parameter-empty = Walang laman ang parameter na “{ $name }”. Alisin ito o lagyan ng value.
parameter-unreadable = Hindi mabasa ang value ng “{ $name }”. Gumamit ng percent-encoded na UTF-8 na walang control character.
parameter-number = Dapat buong bilang mula { $low } hanggang { $high } ang parameter na “{ $name }”.
parameter-value = Hindi mabasa ang parameter na “{ $name }”: { $takes }.
takes-day = isulat ang petsa gaya ng 2026-04-30 o 2026.04.30
takes-list = pangalanan ang listahan ng mga laro, gaya ng mga link sa replay
takes-month = isulat ang buwan gaya ng 2026-05
takes-result = isulat ang 1-0, 0-1, 1/2-1/2 o *
takes-one-of = isulat ang isa sa { $words }
takes-moment = isulat ang petsa gaya ng 2026-04-30, o ang oras gaya ng 2026-04-30T12:00:00Z
takes-time = isulat ang oras na gaya ng 2026-04-30T12:00:00Z
takes-after = gamitin ang id ng huling larong nasa iyo, o ang address sa Link header ng naunang pahina
takes-action = isulat ang action gaya ng nasa mga entry, halimbawa role.granted
takes-digest = ipadala ang “digest” ng preview nang walang binabago: 32 digit at titik mula a hanggang f
takes-next = gamitin ang “next” ng naunang pahina nang walang binabago
takes-next-or-previous = gamitin ang “next” o “previous” ng isang pahina nang walang binabago

white = Puti
black = Itim
won = nanalo
drawn = tabla
lost = natalo
round = Round
title = Titulo
place = Puwesto
peak = Pinakamataas (hindi pansamantala)
provisional = pansamantala
results = Mga resulta
standings = Standings
search = Hanapin
filter = I-filter
jump = Pumunta
pools = Mga pool
download = I-download

column-date = Petsa
column-result = Resulta
column-how = Pagtatapos
column-plies = Galaw
column-event = Torneo
column-replay = Replay
column-place = #
column-player = Manlalaro
column-rating = Rating
column-games = Laro
column-score = W/D/L
column-last = Huling laro
column-trend = Takbo ng rating
column-points = Puntos

result-white = Nanalo ang Puti
result-black = Nanalo ang Itim
result-draw = Tabla
result-none = Walang resulta

termination-flag-captured = Nakuha ang Watawat
termination-flag-reached = Nakarating sa dulo ang Watawat
termination-resignation = Pagsuko
termination-agreement = Napagkasunduang tabla
termination-time = Naubusan ng oras
termination-default = Default
termination-adjudication = Pasya ng arbiter
termination-left = Umalis sa laro
termination-stalemate = Walang legal na galaw
termination-repetition = Tabla dahil sa pag-uulit
termination-abandoned = Itinigil
termination-unterminated = Hindi pa tapos

rank-5 = Heneral ng Hukbo
rank-4 = Heneral
rank-3 = Tenyente Heneral
rank-2 = Mayor Heneral
rank-1 = Brigadyer Heneral
rank-C = Koronel
rank-L = Tenyente Koronel
rank-M = Mayor
rank-K = Kapitan
rank-A = Unang Tenyente
rank-B = Ikalawang Tenyente
rank-T = Sarhento
rank-P = Pribado
rank-S = Espiya
rank-F = Watawat
rank-agent = Ahente
hidden = nakatagong ranggo

title-private = Pribado
title-sergeant = Sarhento
title-second-lieutenant = Ika-2 Tenyente
title-first-lieutenant = Unang Tenyente
title-captain = Kapitan
title-major = Mayor
title-lieutenant-colonel = Ten. Koronel
title-colonel = Koronel
title-brigadier-general = Brig. Heneral
title-major-general = Mayor Heneral
title-lieutenant-general = Ten. Heneral
title-general = Heneral
title-general-of-the-army = Heneral ng Hukbo

pool-blitz = Blitz
pool-rapid = Rapid
pool-classical = Classical
pool-untimed = Walang orasan
pool-bots = Mga bot
pool-computer = Laban sa computer
pool-three-generals = Tatlong Heneral
pool-three-generals-bots = Tatlong Heneral, mga bot
pool-three-generals-computer = Tatlong Heneral, laban sa computer
pool-online = { $organisation }, online
pool-face-to-face = { $organisation }, harapan
pool-three-generals-online = { $organisation }, Tatlong Heneral online
pool-three-generals-face-to-face = { $organisation }, Tatlong Heneral, harapan

home-title = Kita ang bawat piyesa, pagkatapos ng laro
home-lede = Iniingatan ng Adjutant ang buong record ng bawat laro ng Salpakan. Sinusuri nito ang bawat hamon, nira-rate ang mga manlalaro, at ipinapakita ang dalawang hukbo kapag tapos na ang laro, hindi bago noon.
home-remarkable = Tampok na laro
home-empty = Wala pang laro. Mag-import gamit ang “adjutant import”, o magsimula sa --demo.
home-newest = Mga pinakabagong laro
home-all-places = Buong leaderboard
home-all-games = Lahat ng laro
home-learn = Matuto
home-quiz = Limang tanong araw-araw mula sa totoong mga laro: hulaan ang ranggo, lumaban o umiwas.
home-formations = Mga pormasyong ginagamit ng mga manlalaro, at ang score ng mga ito.
home-knowledge = Ipinapakita ng bawat replay ang maaaring malaman ng bawat panig, may eksaktong probabilidad.
home-three-generals = Ang ikalawang laro rito na walang nakatago: mga tuntunin at maliliit na board.

leaderboard-title = Leaderboard: { $pool }
ladder-bots-words = Mga program ayon sa rating nila sa mga laro laban sa isa’t isa, ang pinakamalakas muna, kasama ang mga panalo, tabla at talo laban sa mga katabi. Paminsan-minsan ay naglalaban ang mga antas ng computer; makakasali ang bot ninuman sa paglalaro ng mga larong rated laban sa ibang bot.
ladder-bots-level = Antas { $level }
ladder-bots-above = Laban sa nasa itaas
ladder-bots-below = Laban sa nasa ibaba
ladder-bots-against = Mga panalo, tabla at talo laban kay { $name }
ladder-bots-play = Kalaruin
leaderboard-rule = May puwesto pagkatapos ng { $games } rated na laro laban sa { $opponents } kalaban
leaderboard-rule-more = Kailangan din ng deviation na hanggang { $deviation } at ng rated na laro sa loob ng { $days } araw mula sa pinakabago ng pool.
leaderboard-from = Binibilang ang mga araw pabalik mula { $day }; hindi kasama ang mga larong may petsa sa hinaharap.
lacking-games = { $count ->
    [one] { $count } manlalaro ang kulang sa rated na laro.
   *[other] { $count } na manlalaro ang kulang sa rated na laro.
}
lacking-opponents = { $count ->
    [one] { $count } manlalaro ang kulang sa bilang ng nakalaban.
   *[other] { $count } na manlalaro ang kulang sa bilang ng nakalaban.
}
lacking-deviation = { $count ->
    [one] Hindi pa tiyak ang rating ng { $count } manlalaro (malaki pa ang deviation).
   *[other] Hindi pa tiyak ang rating ng { $count } na manlalaro (malaki pa ang deviation).
}
lacking-activity = { $count ->
    [one] { $count } manlalaro ang matagal nang hindi naglalaro.
   *[other] { $count } na manlalaro ang matagal nang hindi naglalaro.
}
board-count = { $count ->
    [one] { $count } manlalarong may puwesto
   *[other] { $count } na manlalarong may puwesto
}
board-empty = { $count ->
    [0] Wala pang rated na laro rito.
    [1] Isang manlalaro ang may rated na laro rito, pero wala pang may puwesto.
   *[other] { $count } na manlalaro ang may rated na laro rito, pero wala pang may puwesto.
}
search-handle = Handle
percentile = mas mahusay kaysa { $percent } % ng mga may puwesto
would-be = magiging ika-{ $place }; kulang pa:
missing-games = { $has } sa { $needs } rated na laro
missing-opponents = { $has } sa { $needs } kalaban
missing-deviation = deviation { $has }, hanggang { $needs } lang
missing-activity = huling laro { $has } araw bago ang pinakabago, hanggang { $needs } lang
missing-keeps-off = nakatago sa leaderboard
player-not-rated = Walang rated na laro si “{ $handle }” sa pool na ito.
jump-place = Pumunta sa puwesto
distribution = Distribusyon ng mga rating
histogram-bar = { $from }–{ $to }: { $players }

players-title = Mga manlalaro
players-none = Walang handle na nagsisimula nang ganyan.
rating-history = Kasaysayan ng rating
rating-no-record = walang record
rating-no-record-title = Na-rate ayon sa resulta lang
chart-dot = { $day }: { $rating } ({ $change }) laban kay { $opponent }
score-wdl = W/D/L
by-color = Ayon sa kulay, kalaban at pagtatapos
strength-much-stronger = Mas malakas nang 150 puntos pataas
strength-stronger = Mas malakas nang 50 hanggang 149 puntos
strength-equal = Halos magkapantay
strength-weaker = Mas mahina nang 50 hanggang 149 puntos
strength-much-weaker = Mas mahina nang 150 puntos pataas
strength-note = Kasalukuyang rating ng mga kalaban; rated na laro lang.
streak-current = Kasalukuyang sunod-sunod na panalo
streak-wins = Pinakamahabang sunod-sunod na panalo
streak-unbeaten = Pinakamahabang sunod-sunod na walang talo
affiliations = Mga samahan
player-no-games = Wala pang laro.
opponents = Mga madalas na kalaban
recent-games = Mga pinakabagong laro
summary-partial = Batay sa pinakabagong 5,000 laro.
all-games = Lahat ng laro
as-white = Bilang Puti
as-black = Bilang Itim
never-met = Hindi pa nagkakalaban ang dalawang ito.

games-title = Mga laro
games-none = Walang larong tugma sa mga filter.
games-none-so-far = Walang tugma sa { $count } larong nahanap na; baka mayroon sa mga mas luma.
games-download = I-download ang mga tapos nang laro ng listahang ito (GGN)
games-look-further = Maghanap pa
filter-opponent = Kalaban
filter-from = Mula
filter-to = Hanggang
filter-event = Torneo
filter-organisation = Samahan
filter-ruleset = Mga tuntunin
filter-min-plies = Galaw, hindi bababa sa
filter-max-plies = Galaw, hindi hihigit sa

events-title = Mga torneo
events-none = Wala pang torneo.
events-none-here = Wala sa mga pinakabagong torneo. Maaaring mayroon sa mga mas luma.
event-points = Puntos: 2 sa panalo, 1 sa tabla. Hindi kasama ang mga larong walang resulta.
event-of-members = In-upload ng mga kasapi: hindi pa beripikado.
event-of-organisation = Torneo ng { $organisation }.
event-partial = Ipinapakita ang pinakabagong { $count } laro.
event-all-games = Lahat ng laro ng torneong ito
event-unknown = Mga larong walang nakatalang torneo
event-no-standings = Hindi iisa ang torneo ng mga larong ito, kaya walang standings.
event-too-many-games = Walang standings: hanggang { $count } laro lang ang kinukuwenta.
event-first-places = Ipinapakita ang unang { $shown } sa { $players } na manlalaro.

plies-count = { $count ->
    [one] { $count } galaw
   *[other] { $count } na galaw
}
time-control = { $minutes } min + { $seconds } s
time-control-delay = { $minutes } min, { $seconds } s na delay
time-control-ply = { $minutes } min bawat galaw
time-control-sides = Puti { $white }, Itim { $black }
provenance-played-for = Nilaro sa site na ito, para sa { $organisation }
provenance-demo = Demo na laro
provenance-imported = In-import
provenance-played = Nilaro sa site na ito
provenance-member = hindi pa beripikado: in-upload ng isang kasapi
provenance-organisation = In-import ng { $organisation }
mark-member = hindi beripikado
mark-organisation = Samahan:
unrated = hindi rated
unrated-member = hindi rated: in-upload ng isang kasapi
unrated-not-asked = hindi rated: hindi hiniling ng samahan
unrated-casual = hindi rated: kaswal na laro
unrated-bot = hindi rated: bot laban sa tao
unrated-annulled = ipinawalang-bisa
mark-annulled = walang bisa
annulled-for = Ipinawalang-bisa noong { $date }. Dahilan: { $reason }
annul-reason-hint = Mababasa ito ng lahat.
annul-game = Ipawalang-bisa ang larong ito
annul-game-words = Mananatili rito ang { $game } na may marka at ang iyong dahilan, pero hindi na ito bibilangin: wala na ito sa mga rating, na kakalkulahin ulit, sa standing ng mga rekord nito, at sa talaan ng season. Mananatili ang resulta ng laban sa torneong pinatatakbo rito; sa desk ng torneo iyon palitan.
reinstate-game = Ibalik ang bisa ng larong ito
reinstate-game-words = Bibilangin ulit ang { $game }, at kakalkulahin ulit ang mga rating.
done-game-annulled = Ipinawalang-bisa ang laro.
done-game-reinstated = Ibinalik ang laro.
rating-due = kinakalkula pa ang rating
no-download = Bubuksan ang mga ranggo pagkatapos ng round o ng torneo. Saka maida-download ang laro.
extra-tags = Iba pang tag
board = Board
graveyard = Mga nakuhang piyesa
slider-label = Galaw
steps-label = Mga galaw
steering-label = Mga kontrol ng replay
step-first = Simula
step-back10 = Bumalik ng 10
step-previous = Nauna
step-next = Susunod
step-on10 = Sumulong ng 10
step-last = Dulo
play = I-play o i-pause
flip = Baligtarin ang board
speed = Bilis
speed-real = tunay na oras
copy-link = Kopyahin ang link
view-label = Tanaw
view-revealed = Lahat
view-white = Tanaw ng Puti
view-black = Tanaw ng Itim
view-public = Manonood
public-only = Hindi pa bukas ang mga ranggo ng larong ito: tanaw ng manonood ang nakikita mo, at walang ranggo sa pahinang ito.
moves-title = Mga galaw
life-title = Kasaysayan ng piyesa
life-hint = Pumili ng piyesa sa board.
table-title = Ang board bilang table

shell-tabs = Mga bahagi ng laro
tab-knowledge = Alam
tab-pieces = Piyesa
tab-ledger = Ledger
tab-share = Ibahagi
tab-game = Laro
time-chart = Oras bawat galaw
full-screen = Buong screen
keys-title = Mga key
keys-step = Isang galaw
keys-ten = Sampung galaw
keys-ends = Simula o dulo
keys-this = Ang listahang ito
list-of-player = Mga laro ni { $name }
list-found = Mga larong nahanap
end-previous = Naunang laro
end-next = Susunod na laro
end-close = Isara
end-turn-over = Ipakita ang lahat ng ranggo

js-piece = %side%: %rank%, %square%
js-fallen = %side%: %rank%, nakuha sa galaw %ply%
js-start = Panimulang posisyon.
js-fight-challenger = Galaw %ply%: nakuha ng %attacker% ng %side% (%from%) ang %defender% ng %other% sa %to%.
js-fight-defender = Galaw %ply%: umatake sa %to% ang %attacker% ng %side% (%from%) at natalo sa %defender% ng %other%.
js-fight-split = Galaw %ply%: parehong nakuha ang %attacker% ng %side% (%from%) at ang %defender% ng %other% (%to%).
js-fight-piece = piyesa
ply-moves = Galaw %ply%, %side%: %from% papuntang %to%.
ply-challenges = Galaw %ply%, %side%: hinahamon ng %from% ang %to%.
ply-verdict-challenger = Nanalo ang humamon.
ply-verdict-defender = Nanalo ang hinamon.
ply-verdict-split = Parehong nakuha.
js-slider = galaw %ply% sa %last%
js-copied = Nakopya
js-life-path = Dinaanan: %path%
js-life-won = Galaw %ply%, %square%: tinalo ang %other%
js-life-lost = Galaw %ply%, %square%: natalo sa %other%
js-life-split = Galaw %ply%, %square%: parehong natanggal, kasama ang %other%
js-life-fell = Nakuha sa galaw %ply%, sa %square%
js-life-stands = Nasa %square% sa dulo

looks-title = Board at mga piyesa
looks-pieces = Mga piyesa
looks-save = I-save
look-field = Bukid
look-wood = Kahoy
look-slate = Pisara
look-insignia = Insignia
look-letters = Mga titik
look-large = Malalaking titik

rules-title = Paano maglaro
rules-lede = Magkaharap ang dalawang hukbong may tig-21 piyesa, at ikaw lang ang nakakaalam ng ranggo ng sa iyo. Kapag humamon ang isang piyesa, tinitingnan ng arbiter ang dalawa at sinasabi kung alin ang natalo.
rules-board = May 9 na column at 8 na hanay ang board. Ilalagay mo ang 21 piyesa mo sa tatlong hanay mo ayon sa gusto mo.
rules-move = Bawat turno, isang piyesa ang igagalaw nang isang parisukat pasulong, paurong o patagilid, hindi kailanman pahilis.
rules-challenge = Hamon ang paggalaw sa puwesto ng piyesa ng kalaban: tinatalo ng mas mataas na opisyal ang mas mababa, at parehong natatanggal ang magkapantay.
rules-spy = Tinatalo ng Espiya ang lahat ng opisyal, at Pribado lang ang tumatalo sa Espiya. Tinatalo ng lahat ng opisyal ang Pribado.
rules-flag = Tinatalo ng lahat ng piyesa ang Watawat; kung Watawat laban sa Watawat, panalo ang humamon. Talo ang mawalan ng Watawat.
rules-reach = Panalo ang Watawat na nakarating sa dulong hanay ng kalaban: agad kung walang katabing kalaban, o kung hindi ito makuha sa susunod na turno.
rules-ends = Paano natatapos ang laro
rules-end-flag = Panalo ka kapag nakuha mo ang Watawat ng kalaban, o kapag nakarating ang sa iyo sa dulong hanay gaya ng nasa itaas.
rules-end-resign = Puwede kang sumuko anumang oras.
rules-end-time = Kapag may orasan, talo ang maubusan ng oras.
rules-end-draw = Tabla ang laro kapag nag-alok ng tabla ang isa at tinanggap ng isa pa. Bukas ang alok hanggang sagutin, bawiin, o gumalaw ang inalok.
rules-end-arbiter = Sa isang event, puwedeng magpasya ang arbiter sa laro.
rules-end-no-limit = Walang tabla dahil sa pag-uulit o sa dami ng galaw, at laging may puwedeng igalaw.
rules-variants = Iba pang tuntunin
rules-variants-lede = Puwede ring laruin ang laro ayon sa isa sa mga ito:
rules-options = Puwedeng dagdagan ng mga option ang alinman sa mga ito, na isinusulat pagkatapos ng plus, gaya ng { $example }:
rules-option-open-flag = Kita ng lahat ang dalawang Watawat mula sa simula.
rules-option-open-challenges = Ipinapahayag sa lahat ang dalawang ranggo sa bawat hamon, gaya ng kung walang arbiter.
rules-option-promotion = Ang Pribadong nakarating sa dulong hanay ng kalaban ay Espiya na mula noon. Walang ipinapahayag.
rule-set-standard = Karaniwan
rule-set-electronic = Electronic
rule-set-electronic-words = Electronic: panalo agad ang Watawat na nakarating
rule-set-electronic-rules = Panalo agad ang Watawat na nakarating sa dulong hanay ng kalaban, kahit may katabing kalaban. Ahente ang tawag sa mga Espiya. Ayon sa electronic na laro noong 1980.
rule-set-eleven = Labing-isang piyesa
rule-set-eleven-words = Eleven: tig-11 piyesa
rule-set-eleven-rules = Tig-11 piyesa ang bawat panig: ang Watawat, isang Espiya, tatlong Pribado, ang limang heneral at isang Koronel.
rule-set-krig = Krig
rule-set-krig-words = Krig: puwedeng magsimula sa ikaapat na hanay ang isang piyesa
rule-set-krig-rules = Puwedeng maglagay ang bawat panig ng isang piyesa sa ikaapat na hanay mula sa dulo niya; sa tatlong hanay niya ang lahat ng iba.
rules-secret = Walang makakaalam ng ranggo bago matapos ang laro, kahit mula sa mga nakuhang piyesa.
rules-army = Ang hukbo
rules-insignia = Piyesa
rules-rank = Ranggo
rules-letter = Titik
rules-count = Bilang

api-title = API
api-lede = Lahat ng nasa mga pahina bilang JSON, NDJSON o CSV, kahit walang account. OpenAPI description:

problems-title = Mga problema
problems-lede = Ang kahulugan ng “type” ng isang problem document (RFC 9457).
problem-invalid = Hindi mabasa ang bahagi ng request; nasa “field” kung alin, kung maaari.
problem-unauthorized = Kailangan dito ng token sa header na Authorization: Bearer TOKEN. Gumawa nito sa iyong account.
problem-invalid-token = Hindi kilala, expired o binawi na ang token, o hindi puwedeng mag-sign in ang account nito. Gumawa ng iba sa site.
problem-forbidden = Hindi ito puwedeng gawin ng may-ari ng token; nasa `detail` kung sino ang puwede.
problem-second-factor = Kailangan dito ang second factor ng account. I-set up ito, saka mag-sign in gamit ito.
problem-insufficient-scope = Wala sa token ang scope na nasa `detail`. Gumawa ng token na mayroon nito.
problem-not-found = Walang anuman sa address na ito, o walang tao o larong may ganitong pangalan.
problem-method-not-allowed = Hindi tinatanggap ng address ang method na ito; nasa Allow header ang mga tinatanggap.
problem-too-slow = Masyadong mabagal ang dating ng body at hindi ito nabasa hanggang dulo.
problem-conflict = May nauna na, o hawak ng iba ang kailangan. Subukan ulit.
problem-too-large = Mas malaki sa pinapayagan ng operator ang body o ang laman nito. Hatiin ang pagpapadala.
problem-unsupported-encoding = Hindi suportado ang Content-Encoding. Magpadala ng zstd o walang encoding.
problem-unreadable = Tama ang anyo ng request, pero hindi mabasa hanggang dulo ang mga record nito, o wala itong record.
problem-other-command = May ibang command nang ipinadala gamit ang id na ito. Gumamit ng bagong id sa bawat command, at ulitin ang command nang walang binabago.
problem-too-many-requests = Masyadong maraming request mula sa isang address; nasa Retry-After header kung gaano katagal maghihintay.
problem-internal = Nagkaproblema sa panig namin; nasa log ng operator ang mga detalye.
problem-busy = Busy ang server; nasa Retry-After header kung gaano katagal maghihintay.
problem-unavailable = Hindi available ang database ngayon. Subukan ulit mamaya.

# The page of the notation
notation-title = Notasyon
notation-lede = Ang mga record ay tekstong nababasa ng tao at programa: GGN, na hango sa PGN ng chess, o ganoon din bilang JSON. Buong detalye:
notation-example = Isang laro
notation-tags = Mga tag
notation-tags-words = Isa bawat linya, bago ang mga galaw. Pinananatili ang ibang tag; “?” ang hindi alam.
notation-tag-texts = Kung saan nilaro
notation-tag-date = Taon, buwan at araw; ? kung hindi alam
notation-tag-players = Pangalan ng mga manlalaro
notation-tag-result = 1-0 panalo ang Puti, 0-1 panalo ang Itim, 1/2-1/2 tabla, * walang resulta
notation-tag-rules = Mga tuntunin; standard kung wala
notation-tag-first = Kung sino ang unang gagalaw: White o Black
notation-tag-control = Segundo sa laro + segundo bawat galaw (1200+5); may delay 1200d5; tatlong araw bawat galaw 1/259200; sa Puti|sa Itim kung magkaiba; - kung wala
notation-tag-end = Kung paano natapos, isa sa mga salita sa ibaba
notation-tag-set-up = Isang pormasyon, tingnan sa ibaba
notation-ends = Paano natatapos ang laro
notation-set-ups = Mga pormasyon
notation-set-ups-words = Tatlong hanay ng siyam na parisukat na pinagdugtong ng /, una ang pinakamataas na numero, bawat isa mula a hanggang i: 3/2/1 sa Puti, 8/7/6 sa Itim. Tuldok ang bakanteng parisukat, titik ang piyesa:
notation-moves = Mga galaw
notation-moves-words = Dalawang parisukat bawat galaw; pares ng galaw ang binibilang ng mga numero. Walang ranggo sa mga galaw.
notation-sign-move = Galaw sa bakanteng parisukat
notation-sign-won = Hamong napanalunan ng humamon
notation-sign-lost = Hamong naipatalo ng humamon
notation-sign-both = Parehong natanggal ang mga piyesa
notation-sign-end = Natapos ang laro sa galaw na ito ayon sa tuntunin
notation-sign-comment = Komento sa naunang galaw, hanggang 64 KiB
notation-sign-clock = Orasan ng gumalaw, pagkatapos ng galaw
notation-json = Bilang JSON
notation-json-words = Isang object bawat laro, isa bawat linya kung marami. Nasa API ito sa /api/v1/games/ kasunod ang id ng laro.
notation-verify = Pagsusuri ng mga rekord
notation-verify-words = Sinasabi ng programa kung wasto ang bawat laro, at kung hindi, kung saan mali. 0 ang exit status kung wasto ang lahat.
notation-link = Tungkol sa notasyong ito

design-title = Disenyo
design-lede = Bawat bahagi ng mga pahinang ito, tig-isa.
design-link = Lahat ng bahagi ng mga pahinang ito
design-colors = Mga kulay
design-type = Mga titik
design-controls = Mga pindutan at nabigasyon
design-fields = Mga patlang
design-messages = Mga mensahe at tatak
design-lists = Mga listahan
design-tables = Mga talahanayan
design-boards = Mga board at piyesa
design-next = Susunod na pahina
design-done = 60 manlalaro ang naidagdag.
design-qr = QR code

offline-title = Wala kang koneksiyon
offline-words = Kailangan ng network ang pahinang ito. Gumagana pa rin ang mga nabuksan mo na.
offline-again = Subukan muli
offline-kept = Nasa device na ito
offline-none = Wala pang replay. Magbukas ng isa habang may network para maitago ito.
offline-table = Laro sa lamesang ito

check-title = Suriin ang mga record
check-words = Sinusuri ang bawat galaw at resulta ayon sa mga tuntunin. Walang sine-save.
check-do = Suriin
check-file-hint = GGN, JSON o NDJSON, plain o zstd, hanggang 1 MiB
check-none = Walang laro rito. Pumili ng file na may mga record sa GGN o JSON.
check-game = Laro { $number }
check-valid = Tama
check-invalid = May mali
check-reason = Sa Ingles: { $reason }
check-counts = { $valid } tama, { $invalid } may mali
check-more = { $count ->
    [1] Ang unang laro lang ang nasuri.
   *[other] Ang unang { $count } laro lang ang nasuri.
}
check-replay = Buksan ang replay
check-again = Magsuri pa ng mga record
check-import = Nagdaragdag ng mga record ang mga opisyal sa pahina ng samahan nila, at ang mga program sa API:

month-1 = Ene
month-2 = Peb
month-3 = Mar
month-4 = Abr
month-5 = May
month-6 = Hun
month-7 = Hul
month-8 = Ago
month-9 = Set
month-10 = Okt
month-11 = Nob
month-12 = Dis
pairing-check-title = Suriin ang pagpapares
pairing-check-words = Muling ipinapares ang bawat round ng Swiss na torneo ayon sa Dutch system ng FIDE ng 2025, at ipinapakita kung saan iba ang pagkakapares. Walang sine-save.
pairing-check-file = File ng torneo
pairing-check-file-hint = TRF16 o TRF26, hanggang 1 MiB
pairing-check-text = O i-paste ang teksto nito
pairing-check-none = Pumili ng TRF file o i-paste ang teksto nito.
pairing-check-not-text = Hindi teksto ang file. Pumili ng TRF file.
pairing-check-faults = Hindi mabasa ang file bilang TRF: { $faults }
pairing-check-too-large = Hanggang { $players } manlalaro at { $rounds } round ang sinusuri rito. Walang hangganan ang command na adjutant pair --check.
pairing-check-many-apart = Higit sa { $count } numero sa kabuuan ang pinaghihiwalay sa file (mga linyang XXP at 260). Magtanggal ng ilan, o gamitin ang command na adjutant pair --check.
pairing-check-no-rounds = Walang tapos na round sa file.
pairing-check-all-same = { $count ->
    [one] { $count } round, naipares ayon sa tuntunin.
   *[other] { $count } round, lahat naipares ayon sa tuntunin.
}
pairing-check-some-other = { $count } sa { $all } round ang naipares nang iba sa tuntunin.
pairing-check-left = { $count ->
    [one] { $count } round pa ang masyadong matagal suriin.
   *[other] { $count } round pa ang masyadong matagal suriin.
}
pairing-check-round = Round { $number }
pairing-check-same = Ayon sa tuntunin
pairing-check-other = Iba
pairing-check-published = Ayon sa inilathala
pairing-check-by-the-rules = Ayon sa tuntunin
pairing-check-why = Paano ipinapares ng tuntunin ang round na ito
pairing-check-again = Suriin ang ibang file

# The open archive
archive-title = Bukás na archive ng mga laro
archive-lede = Ang mga tapos nang laro ng site na ito, isang file bawat buwan, na puwedeng itago at gamitin ng lahat.
archive-none = Wala pang buwang naka-archive.
archive-month = Buwan
archive-size = Laki
archive-file = File
archive-licence = Lisensiya
archive-licence-words = Gamitin, baguhin at ibahagi ang mga laro sa anumang layunin, nang hindi nagpapaalam. Ang legal na teksto:
archive-contents = Ano ang laman
archive-contents-words = Nasa isang buwan ang mga larong naging publiko roon (sa UTC), kasama ang lahat ng ranggo at oras sa orasan. Hindi kasama ang mga komento, mga larong hindi pa publiko ang mga ranggo, mga record na in-import ng miyembro para sa sarili, mga larong walang manonood, at mga laro ng mga manlalarong hindi nakalista sa publiko.
archive-changes = Ginagawa lang muli ang file kapag may larong itinama, itinago o ipinakitang muli; nagbabago noon ang SHA-256 nito. Walang-kahulugang pangalan sa bagong file ang sinumang nagbura ng account, pero nananatili ang luma sa mga kopyang hawak na ng iba.
archive-reading = Paano ito basahin
archive-reading-words = Mga record na GGN ang laman ng mga file, na naka-compress sa zstd.
games-archive = Lahat ng laro bawat buwan

# The Game of Three Generals
tg-name = Laro ng Tatlong Heneral
tg-pawn = Pawn
tg-angle = Angle
tg-rook = Rook
tg-flier = Flier
tg-queen = Queen
tg-chariot = Chariot
tg-bishop = Bishop
tg-golden-general = Ginintuang Heneral
tg-jeweled-general = Hiniyasang Heneral
tg-silver-general = Pilak na Heneral
tg-turned = nakabaligtad
tg-stone = Bato
tg-held = %piece% na hawak: %count%
tg-hand = Hawak
tg-said-move = %side%: %piece% mula %from% papuntang %to%.
tg-said-capture = %side%: hinuli ng %piece% mula %from% ang %captured% sa %to%.
tg-said-turns = Bumaligtad ito.
tg-said-promotes = Na-promote ito at umalis sa laro.
tg-said-returns = Na-promote ito: bumalik ang %general% sa %square%.
tg-said-drop = %side%: inilapag ang %piece% sa %to%.
tg-said-shot = %side%: binaril ng %piece% sa %from% ang nasa %to%.
