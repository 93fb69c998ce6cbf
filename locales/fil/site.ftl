site-description = Mga tala, rating at replay ng Game of the Generals (Salpakan).
skip = Lumaktaw sa nilalaman
nav-label = Pangunahin
nav-leaderboards = Talaan ng ranggo
nav-games = Mga laro
nav-players = Mga manlalaro
nav-events = Mga paligsahan
nav-rules = Mga tuntunin
nav-api = API
footer-about = Adjutant, ang talaan ng walang-kinikilingang tagahatol ng Salpakan.
preferences = Wika at tema
theme-light = Maliwanag
theme-dark = Madilim
theme-system = Gaya ng sistema
pages = Mga pahina
page-previous = Nauna
page-next = Susunod
page-older = Mas luma

error-not-found = Hindi nahanap
error-invalid = Hindi ito mabasa
error-other = May nangyaring mali
error-status = Katayuan
error-not-known = Hindi pa alam kung nai-save ito. Tingnan muna bago ipadala muli.
error-home = Unang pahina
error-foreign-form = Ang form na ito ay ipinadala mula sa ibang site.
error-not-allowed = Hindi pinapayagan
error-nothing-here = Walang laman ang { $path }; magpatuloy mula sa isa sa mga pahina sa ibaba.
error-nothing-in-api = Walang laman ang { $path }; nasa pahinang /api ang lahat ng address ng API.
error-method = Hindi tumatanggap ng { $method } ang address na ito; ang tinatanggap nito ay { $allowed }.
error-too-many-lines = Napakarami na ng iyong mga pahinang nakikinig; isara ang isa, o subukan muli pagkalipas ng { $seconds } segundo.
error-body-too-large = Mas malaki sa { $bytes } byte ang ipinadala; bawasan ang isang padala.
error-body-slow = Napakabagal ng pagdating ng ipinadala; ulitin sa mas mabilis na koneksiyon, o bawasan ang isang padala.
error-body-broken = Naputol ang ipinadala bago matapos; ipadala itong muli.
error-form = Hindi mabasa ang form; bumalik at ipadala itong muli.
error-file-too-large = Mas malaki ang file sa { $kilobytes } kB; pumili ng mas maliit.
error-stale-form = Galing ang form na ito sa naunang pagbisita, o nakapatay ang cookies: bumalik, i-load muli ang pahina, at ipadala ulit. Walang nabago.
parameter-none = Walang parameter ang address na ito; alisin ang “{ $name }”.
parameter-unknown = Walang parameter na “{ $name }” dito; alisin ito. Ang mayroon: { $known }.
parameter-twice = Dalawang beses lumitaw ang parameter na “{ $name }”; isa lamang ang iwan.
parameter-empty = Walang laman ang parameter na “{ $name }”; alisin ito o bigyan ng halaga.
parameter-unreadable = Hindi mabasa ang halaga ng “{ $name }”; isulat ito sa UTF-8, naka-percent-encode, walang control character.
parameter-number = Buong bilang mula { $low } hanggang { $high } ang kailangan ng parameter na “{ $name }”.
parameter-value = Hindi mabasa ang parameter na “{ $name }”: { $takes }.
takes-day = isulat ang araw nang gaya ng 2026-04-30 o 2026.04.30
takes-result = isulat ang 1-0, 0-1, 1/2-1/2 o *
takes-one-of = isulat ang isa sa { $words }
takes-moment = isulat ang araw nang gaya ng 2026-04-30, o ang sandali nang gaya ng 2026-04-30T12:00:00Z
takes-action = isulat ang ginawa nang gaya ng nasa mga tala, halimbawa role.granted
takes-digest = ipadala ang “digest” ng sagot na tiningnan nang walang binabago: 32 tambilang at titik mula a hanggang f
takes-next = kunin ang “next” ng naunang pahina nang walang binabago
takes-next-or-previous = kunin sa “next” o “previous” ng isang pahina nang walang binabago

white = Puti
black = Itim
won = nanalo
drawn = tabla
lost = natalo
round = Round
title = Titulo
place = Puwesto
peak = Pinakamataas
provisional = pansamantala
results = Mga resulta
standings = Katayuan
search = Hanapin
filter = Salain
jump = Pumunta
pools = Mga pangkat
download = I-download

column-date = Petsa
column-result = Resulta
column-how = Pagtatapos
column-plies = Galaw
column-event = Paligsahan
column-replay = Panoorin
column-place = #
column-player = Manlalaro
column-rating = Rating
column-games = Laro
column-score = P/T/T
column-last = Huling laro
column-trend = Takbo
column-points = Puntos

result-white = Nanalo ang Puti
result-black = Nanalo ang Itim
result-draw = Tabla
result-none = Walang resulta

termination-flag-captured = Nakuha ang watawat
termination-flag-reached = Nakarating ang watawat sa dulo
termination-resignation = Pagsuko
termination-agreement = Napagkasunduang tabla
termination-time = Naubusan ng oras
termination-default = Default
termination-adjudication = Pasya ng tagahatol
termination-left = Umalis sa laro
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
pool-classical = Klasiko
pool-untimed = Walang orasan
pool-bots = Mga bot
pool-online = { $organisation }, online
pool-face-to-face = { $organisation }, harapan

home-title = Lahat ng piyesa, ibinunyag
home-lede = Iniingatan ng Adjutant ang buong tala ng Salpakan: muli nitong hinahatulan ang bawat hamon, binibigyan ng rating ang mga manlalaro, at ipinakikita ang dalawang hukbo kapag tapos na ang laro, at wala bago noon.
home-remarkable = isang larong dapat panoorin
home-empty = Wala pang tala. Mag-import gamit ang “adjutant import”, o magsimula sa --demo.
home-newest = Pinakabagong laro
home-all-places = Ang buong talaan
home-all-games = Lahat ng laro
home-learn = Matuto sa mga larong tapos na
home-quiz = Limang tanong sa bawat araw mula sa tunay na mga laro: hulaan ang ranggo, o lumaban o umatras.
home-formations = Ano ang tumayo saan, at ano ang kinalabasan.
home-knowledge = Ipinapakita ng bawat replay ang maaaring malaman ng bawat panig, bilang tiyak na tsansa.

leaderboard-title = Talaan ng ranggo: { $pool }
leaderboard-rule = Kailangan sa puwesto: hindi bababa sa { $games } larong may rating laban sa hindi bababa sa { $opponents } magkakaibang kalaban, deviation na hanggang { $deviation }, at larong may rating sa loob ng { $days } araw mula sa pinakabago ng pangkat.
leaderboard-from = Binibilang ang mga araw pabalik mula { $day }; hindi itinuturing na pinakabago ang larong may petsang hindi pa dumarating.
lacking-games = { $count ->
    [1] Isa ang kulang sa larong may rating.
   *[other] { $count } ang kulang sa larong may rating.
}
lacking-opponents = { $count ->
    [1] Isa ang kulang sa magkakaibang kalaban.
   *[other] { $count } ang kulang sa magkakaibang kalaban.
}
lacking-deviation = { $count ->
    [1] Hindi pa tiyak ang rating ng isa: masyadong malaki ang deviation.
   *[other] Hindi pa tiyak ang rating ng { $count }: masyadong malaki ang deviation.
}
lacking-activity = { $count ->
    [1] Isa ang matagal nang hindi naglalaro.
   *[other] { $count } ang matagal nang hindi naglalaro.
}
board-count = { $count ->
    [one] { $count } manlalarong may puwesto
   *[other] { $count } na manlalarong may puwesto
}
board-empty = { $count ->
    [0] Wala pang larong may rating dito.
    [1] Isang manlalaro ang may larong may rating dito, ngunit wala pang may puwesto.
   *[other] { $count } na manlalaro ang may larong may rating dito, ngunit wala pang may puwesto.
}
search-handle = Pangalan sa laro
percentile = mas mahusay kaysa { $percent } % ng mga may puwesto
would-be = magiging ika-{ $place }; kulang pa:
missing-games = { $has } sa { $needs } larong may rating
missing-opponents = { $has } sa { $needs } magkakaibang kalaban
missing-deviation = deviation { $has }, hanggang { $needs } lamang
missing-activity = huling laro { $has } araw bago ang pinakabago, hanggang { $needs } lamang
missing-keeps-off = hindi inilalagay sa talaan ng ranggo
player-not-rated = Walang larong may rating si “{ $handle }” sa pangkat na ito.
jump-place = Sa puwesto
distribution = Pagkakahati ng mga rating
histogram-bar = { $from }–{ $to }: { $players }

players-title = Mga manlalaro
players-none = Walang pangalang nagsisimula nang ganyan.
rating-history = Kasaysayan ng rating
rating-no-record = walang talaan
rating-no-record-title = Binilang ayon sa resulta lamang
chart-dot = { $day }: { $rating } ({ $change }) laban kay { $opponent }
score-wdl = P/T/T
by-color = Ayon sa kulay, kalaban at pagtatapos
strength-much-stronger = Mas malakas nang 150 puntos o higit pa
strength-stronger = Mas malakas nang 50 hanggang 149
strength-equal = Halos kasinlakas
strength-weaker = Mas mahina nang 50 hanggang 149
strength-much-weaker = Mas mahina nang 150 puntos o higit pa
strength-note = Ang mga kalaban ay ayon sa rating nila ngayon, at mga larong may rating lamang.
streak-current = Sunod-sunod na panalo ngayon
streak-wins = Pinakamahabang sunod na panalo
streak-unbeaten = Pinakamahabang walang talo
affiliations = Mga samahan ng manlalaro
player-no-games = Wala pang naitalang laro.
opponents = Pinakamadalas na kalaban
recent-games = Mga huling laro
summary-partial = Saklaw ng mga bilang ang pinakabagong 5,000 laro.
all-games = Lahat ng laro
as-white = Bilang Puti
as-black = Bilang Itim
never-met = Hindi pa nagkaharap ang dalawang ito.

games-title = Mga laro
games-none = Walang larong tumutugma sa mga pansala.
games-none-so-far = Wala sa { $count } larong tiningnan ang tumutugma sa mga pansala; maaaring mayroon sa mga mas luma.
games-look-further = Tumingin pa
filter-opponent = Kalaban
filter-from = Mula
filter-to = Hanggang
filter-event = Paligsahan (pangalan sa address)
filter-organisation = Samahan (pangalan sa address)
filter-ruleset = Uri ng tuntunin
filter-min-plies = Galaw, pinakakaunti
filter-max-plies = Galaw, pinakamarami

events-title = Mga paligsahan
events-none = Wala pang paligsahan.
events-under-way = Kasalukuyang nilalaro
events-past = Mga nakaraang paligsahan
event-points = Puntos: 2 sa panalo, 1 sa tabla, mula sa mga larong may resulta.
event-of-members = Dala ng mga kasapi: hindi pa natitiyak.
event-of-organisation = Paligsahan ng { $organisation }.
event-partial = Ipinakikita ang pinakabagong { $count } laro.
event-all-games = Lahat ng laro ng paligsahang ito
event-unknown = Mga larong walang kilalang paligsahan
event-no-standings = Walang iisang paligsahan ang mga larong ito, kaya walang talaan ng puntos.
event-too-many-games = Walang talaan ng puntos: binibilang lamang ito sa mga paligsahang hanggang { $count } laro.
event-first-places = Ipinakikita ang unang { $shown } sa { $players } na manlalaro.

plies-count = { $count ->
    [one] { $count } galaw
   *[other] { $count } na galaw
}
time-control = { $minutes } min + { $seconds } s
time-control-delay = { $minutes } min, { $seconds } s na palugit
time-control-ply = { $minutes } min bawat tira
time-control-sides = Puti { $white }, Itim { $black }
provenance-demo = Talang pang-demo
provenance-imported = Inangkat na tala
provenance-member = hindi pa natitiyak: dala ng isang kasapi
provenance-organisation = Inangkat ng { $organisation }
mark-member = hindi pa tiyak
mark-organisation = Inangkat ng
unrated = walang rating
unrated-member = walang rating: dala ng isang kasapi
unrated-not-asked = walang rating: hindi hiniling ng samahan
unrated-bot = walang rating: bot laban sa tao
rating-due = kinakalkula pa ang rating
no-download = hindi pa tapos: lihim pa ang mga ranggo, kaya walang mada-download
extra-tags = Iba pang tag
board = Tabla ng laro
graveyard = Mga natumbang piyesa
slider-label = Galaw
steps-label = Mga hakbang
steering-label = Paghakbang at kaalaman
step-first = Unang posisyon
step-back10 = Bumalik ng 10 galaw
step-previous = Nakaraang galaw
step-next = Susunod na galaw
step-on10 = Sumulong ng 10 galaw
step-last = Huling posisyon
play = I-play o ihinto
flip = Baligtarin ang tabla
speed = Bilis
speed-real = tunay na oras
copy-link = Kopyahin ang link sa galaw at tanaw na ito
view-label = Kaninong kaalaman
view-revealed = Lahat bukás
view-white = Alam ng Puti
view-black = Alam ng Itim
view-public = Publiko
public-only = Hindi pa tapos ang larong ito: pampublikong tanaw lamang ang ipinakikita, at walang ranggo sa pahinang ito.
moves-title = Mga galaw
life-title = Buhay ng isang piyesa
life-hint = Pumili ng piyesa sa tabla.
table-title = Ang tabla bilang talahanayan

js-piece = %side%: %rank%, %square%
js-fallen = %side%: %rank%, natumba sa galaw %ply%
js-start = Ang posisyon bago ang unang galaw.
ply-moves = Galaw %ply%, %side%: %from% papuntang %to%.
ply-challenges = Galaw %ply%, %side%: hinahamon ng %from% ang %to%.
ply-verdict-challenger = Nanalo ang humamon.
ply-verdict-defender = Nanalo ang hinamon.
ply-verdict-split = Parehong natumba.
js-slider = galaw %ply% sa %last%
js-copied = Nakopya
js-life-path = Dinaanan: %path%
js-life-won = Galaw %ply%, %square%: nanalo laban sa %other%
js-life-lost = Galaw %ply%, %square%: natalo sa %other%
js-life-split = Galaw %ply%, %square%: parehong natumba, kasama ang %other%
js-life-fell = Natumba sa galaw %ply%, sa %square%
js-life-stands = Nakatayo sa %square% sa dulo

rules-title = Ang mga tuntunin, sa maikli
rules-lede = Magkaharap ang dalawang hukbong may tig-21 piyesa; ang may-ari lamang ang nakaaalam kung ano ang bawat isa. Tinitingnan ng tagahatol ang dalawang piyesa sa hamon at sinasabi kung alin ang natumba.
rules-board = May 9 na hanay at 8 na hilera ang tabla. Inilalagay ng bawat panig ang 21 piyesa sa tatlong sariling hilera ayon sa gusto nito.
rules-move = Bawat tira ay naglilipat ng isang piyesa nang isang parisukat pasulong, paurong o patagilid, hindi kailanman pahilis.
rules-challenge = Ang paglipat sa piyesa ng kalaban ay hamon: mananatili ang mas mataas na opisyal, at parehong natutumba ang magkapantay.
rules-spy = Tinatalo ng Espiya ang lahat ng opisyal; ang Pribado lamang ang tumatalo sa Espiya. Tinatalo ng bawat opisyal ang Pribado.
rules-flag = Tinatalo ng bawat piyesa ang Watawat; sa dalawang Watawat, panalo ang humamon. Talo ang mawalan ng Watawat.
rules-reach = Panalo ang Watawat na nakarating sa dulong hilera ng kalaban: agad kung walang katabing kalaban, o kung hindi ito makuha sa susunod na tira.
rules-secret = Walang makaaalam ng ranggo bago matapos ang laro, kahit mula sa mga natumba.
rules-army = Isang hukbo
rules-insignia = Piyesa
rules-rank = Ranggo
rules-letter = Titik
rules-count = Bilang

api-title = API
api-lede = Lahat ng ipinakikita ng mga pahina, bilang JSON, NDJSON o CSV, na mababasa nang walang account. Ang paglalarawan para sa mga programa:

problems-title = Mga problema
problems-lede = Ang kahulugan ng “type” ng isang dokumento ng problema (RFC 9457).
problem-invalid = May bahagi ng hiling na hindi mabasa; pinapangalanan ito sa “field” kung maaari.
problem-unauthorized = Kailangan dito ng token, sa header na Authorization: Bearer TOKEN. Gumagawa nito sa site ang sinumang may account.
problem-invalid-token = Hindi kilala, lipas o binawi na ang token, o hindi makapasok ang account nito. Gumawa ng iba sa site.
problem-forbidden = Nariyan ito ngunit hindi para sa may-ari ng token; sinasabi ng `detail` kung para kanino.
problem-second-factor = Kailangan dito ang pangalawang patunay ng account: itakda ito, at mag-sign in gamit ito.
problem-insufficient-scope = Hindi ginawa ang token para rito; nasa `detail` ang saklaw na kailangan. Gumawa ng token na mayroon nito.
problem-not-found = Walang anuman sa address na ito, o walang tao o larong may ganitong pangalan.
problem-method-not-allowed = Ibang paraan ang tinatanggap ng address; nasa header na Allow ang mga ito.
problem-too-slow = Napakabagal ng pagdating ng ipinadala at hindi nabasa hanggang dulo.
problem-conflict = May naunang iba, o hawak ng iba ang kailangan; subukan muli.
problem-too-large = Mas malaki sa pinapayagan ng operator ang ipinadala o ang laman nito; ipadala nang hati-hati.
problem-unsupported-encoding = Hindi tinatanggap ang Content-Encoding ng ipinadala; ipadala ito sa zstd, o kung ano ito.
problem-unreadable = Maayos ang hiling, ngunit hindi mabasa hanggang dulo ang mga tala nito, o wala itong tala.
problem-other-command = May naipadala nang utos na may ganitong id at iba ang hiningi nito. Gumamit ng bagong id sa bawat utos, at ipadala lamang muli ang isang utos nang walang binabago.
problem-too-many-requests = Napakaraming hiling mula sa isang address; sinasabi ng header na Retry-After kung gaano katagal maghihintay.
problem-internal = May nangyaring mali sa panig namin; nasa log ng operator ang mga detalye.
problem-busy = Kasindami na ng kaya ng server ang mabibigat na gawaing isinasagawa; sinasabi ng header na Retry-After kung gaano katagal maghihintay.
problem-unavailable = Hindi makasagot ngayon ang imbakan; subukan muli mamaya.

# The page of the notation
notation-title = Notasyon
notation-lede = Ang mga rekord ay tekstong nababasa ng tao at programa: GGN, na kahugis ng PGN ng chess, at ganoon din bilang JSON. Buo rito:
notation-example = Isang laro
notation-tags = Mga tag
notation-tags-words = Isa sa bawat linya bago ang mga tira. Itinatabi ang ibang tag; “?” ang hindi alam ninuman.
notation-tag-texts = Kung saan nilaro
notation-tag-date = Taon, buwan at araw; ? ang hindi alam
notation-tag-players = Mga pangalan ng manlalaro
notation-tag-result = 1-0 panalo ang Puti, 0-1 panalo ang Itim, 1/2-1/2 tabla, * walang resulta
notation-tag-rules = Ang mga tuntunin; standard kung wala
notation-tag-first = Kung sino ang unang titira: White o Black
notation-tag-control = Segundo para sa laro + segundo sa bawat tira (1200+5); may pagkaantala 1200d5; tatlong araw bawat tira 1/259200; sa Puti|sa Itim kung magkaiba; - kung wala
notation-tag-end = Kung paano natapos, sa salitang nasa ibaba
notation-tag-set-up = Isang pormasyon, tingnan sa ibaba
notation-ends = Paano natatapos ang laro
notation-set-ups = Mga pormasyon
notation-set-ups-words = Tatlong hanay ng siyam na parisukat na pinagdurugtong ng /, una ang may pinakamataas na bilang, bawat isa mula a hanggang i: 3/2/1 sa Puti, 8/7/6 sa Itim. Tuldok ang walang laman, titik ang piyesa:
notation-moves = Mga tira
notation-moves-words = Dalawang parisukat bawat tira; pares ang binibilang ng mga numero. Walang ranggo sa mga ito.
notation-sign-move = Tira sa walang lamang parisukat
notation-sign-won = Hamon na napanalunan ng humamon
notation-sign-lost = Hamon na natalo ang humamon
notation-sign-both = Parehong inalis ang mga piyesa
notation-sign-end = Natapos ang laro sa tirang ito ayon sa tuntunin
notation-sign-comment = Puna sa naunang tira; hanggang 64 KiB
notation-sign-clock = Ang orasan ng tumira pagkatapos ng tira
notation-json = Bilang JSON
notation-json-words = Isang object bawat laro, isa bawat linya kung marami. Ibinibigay ito ng API sa /api/v1/games/ kasunod ang id nito.
notation-verify = Pagsusuri ng mga rekord
notation-verify-words = Sinasabi ng programa kung wasto ang bawat laro, at kung hindi, kung saan mali. 0 ang wakas nito kapag wasto ang lahat.
notation-link = Tungkol sa notasyong ito
