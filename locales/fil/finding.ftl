follow = Sundan
unfollow = Huwag nang sundan
follows-title = Sinusundan
follows-none = Wala ka pang sinusundan. Pindutin ang “Sundan” sa pahina ng manlalaro, torneo o samahan.
follow-player = Manlalaro
follow-event = Torneo
follow-organisation = Samahan
done-unfollowed = Hindi mo na ito sinusundan.
menu = Menu
search-title = Maghanap
search-label = Maghanap ng manlalaro, torneo, laro
search-hint = Manlalaro, torneo, samahan, tulong, o id ng laro
search-none = Walang nahanap para sa “{ $query }”. Suriin ang baybay, o subukan ang bahagi ng pangalan.
search-all = Lahat ng resulta
search-players = Mga manlalaro
search-events = Mga torneo
search-organisations = Mga samahan
search-game = Laro
search-help = Tulong at mga pahina
search-rated =
    { $count ->
        [one] { $count } rated na laro
       *[other] { $count } rated na laro
    }
search-unrated = walang rating
search-suggestions =
    { $count ->
        [one] { $count } mungkahi
       *[other] { $count } mungkahi
    }
find-rules = tuntunin patakaran paano maglaro piyesa ranggo hamon arbiter watawat espiya tulong rules
find-three-generals = tatlong heneral tuntunin patakaran paano maglaro piyesa ginintuan hiniyasan pilak bato palasyo baril lapag baligtad tulong rules
find-play = maglaro online bagong laro kalaban kaibigan play
find-watch = live manood panoorin laro spectator
find-leaderboards = ranking rating pinakamahusay leaderboard
find-games = replay record mga laro games
find-players = tao listahan rating players
find-events = torneo paligsahan iskedyul kalendaryo events swiss
find-organisations = samahan club paaralan pederasyon liga organisasyon
find-quiz = palaisipan pagsasanay tanong araw-araw quiz
find-formations = pormasyon set-up estadistika heat map estratehiya
find-collections = koleksiyon listahan ng laro
find-knowledge = probabilidad impormasyon kaalaman
find-notation = notasyon ggn format file record
find-pairing-check = trf swiss dutch fide pagpapares pares suriin round
find-api = developer programa json openapi token bot
find-sign-in = mag-login login account password
filter-month = Buwan
filter-speed = Bilis
game-speed-blitz = Blitz
game-speed-rapid = Rapid
game-speed-classical = Classical
game-speed-untimed = Walang orasan
players-rated-in = Mga rating: { $pool }
column-where = Lugar
column-winner = Nanalo
events-now = Ngayon
events-upcoming = Paparating
events-finished = Tapos na
home-own = Home
home-own-games = Mga laro mo
home-own-games-none = Wala kang nilalaro ngayon.
home-live = Mga larong live
home-own-matches = Mga laban mo
home-played-events = Mga torneong sinasalihan mo
home-own-table = Round { $round }, lamesa { $table }, laban kay { $other }
home-own-events = Mga torneong pinapatakbo mo
home-your-move = Ikaw na
home-events = Mga torneo
