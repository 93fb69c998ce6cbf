# Mga pagtanggi

# Playing
refused-no-own-player = Walang manlalaro ang account mo; gumawa o umangkin ng isa sa Aking manlalaro.
refused-most-offers = May { $most } kang bukás na alok; bawiin muna ang isa.
refused-offer-terms = Hindi nagtutugma ang mga kasunduang ito: { $why }
refused-rated-with-bot = Walang rating ang laro ng tao at bot; ialok ito nang walang rating.
refused-bot-in-event = Bot si { $name }, at para sa mga tao ang mga paligsahan.
refused-bot-is-rated = May mga larong may rating na ang manlalaro mo; magbukas ng ibang account para sa programa.
refused-bot-and-person = Bot ang isa kina { $from } at { $into } at ang isa ay hindi: hindi sila iisa.
refused-bot-plays = May laro kang hindi pa tapos; tapusin muna iyon.
refused-most-running = May { $most } larong hindi pa tapos ang isa sa inyo; tapusin muna ang isa.
refused-pace-written = Ang oras ay segundo para sa laro + segundong idinaragdag bawat galaw, gaya ng 1200+5; 1200/600+5 kung mas kaunti ang sa Itim; 1200+0d5 kung may antalang 5 segundo; 3d kung tatlong araw bawat galaw.
refused-pace-base = 10 segundo hanggang 60 araw ang bawat panig, sa buong mga segundo.
refused-pace-increment = 0 hanggang 3600 buong segundo ang maidaragdag bawat galaw.
refused-pace-delay = 0 hanggang 3600 buong segundo ang antala.
refused-pace-both = Dagdag na segundo o antala lamang ang maaari, hindi kapwa.
refused-pace-days = 1 hanggang 14 na araw ang isang galaw.
refused-rules-unknown = Walang ganitong hanay ng tuntunin.
refused-offer-color = Puti o Itim, o wala kung sa palabunutan.
refused-command-id = 16 na heksadesimal na digit ang id.
refused-play-word = Isa ito sa offer, decline, withdraw, accept, resign, show-flag, abort, pause, resume, claim, add-time, accept-result.
refused-ply-written = Isinusulat ang galaw nang e3-e4.
refused-ply-number = Nagsisimula sa 1 ang bilang ng mga galaw.
refused-set-up-written = Isinusulat ang pormasyon nang hile-hilera, pinagdurugtong ng /: 3..PL5P../.ASKTP.4S/BMCPPF12P
refused-set-up-cells = Tig-iisang pili ang bawat parisukat na maaaring paglagyan.
refused-rematch-of-event = Mga opisyal ang nagtatakda ng mga laro ng paligsahan; walang ulit na laro rito.
refused-note-piece = Ang tala ay para sa piyesa ng kalaban.
refused-report-ground = Piliin kung tungkol saan ito.
refused-reported = Naisumbong mo na ang larong ito.
refused-plays-oneself = Walang nakikipaglaro sa sarili.
refused-nobody-signs-in = Walang account dito si { $name } kaya hindi siya maaanyayahan.
refused-no-offer = Wala na ang alok na iyon: tinanggap na, binawi na, o lumipas na.
refused-play-moved-on = Nagpatuloy na ang laro; tingnan itong muli.
refused-plays-stand = Walang maisusulat sa ngayon; nakatigil ang mga orasan hanggang maayos ito. Subukan muli pagkaraan ng ilang segundo.
refused-play-not-open = Hindi pa maaaring maghanda ng hanay.
refused-play-not-begun = Hindi pa nagsisimula ang laro; maghahanda muna ng hanay ang dalawang panig.
refused-play-begun = Nagsimula na ang laro.
refused-play-ready = Naipadala mo na ang iyong hanay; minsan lamang ito ipinadadala.
refused-play-deployment-over = Tapos na ang oras ng paghahanda ng hanay.
refused-play-paused = Nakahinto ang laro; magpapatuloy ito kapag ipinagpatuloy.
refused-play-not-paused = Hindi nakahinto ang laro.
refused-play-over = Tapos na ang laro.
refused-play-not-over = Hindi pa tapos ang laro.
refused-play-aborted = Itinigil ang laro at hindi ito bibilangin.
refused-play-not-your-turn = Tira ng kalaban mo.
refused-play-your-turn = Ikaw ang titira.
refused-play-time-is-up = Naubos na ang oras ng panig na titira.
refused-play-offer-stands = Nakaalok ka na ng tabla.
refused-play-answer-offer = Nag-aalok ng tabla ang kalaban mo; tanggapin o tanggihan ito.
refused-play-no-draw-offer = Walang ganoong alok na tabla.
refused-play-flag-is-public = Alam na ng lahat kung nasaan ang iyong Watawat.
refused-play-no-such-piece = Walang piyesa mong inihanay roon.
refused-play-ply-made = May tumira na.
refused-play-no-ply = Wala pang tumitira; itigil na lamang ang laro.
refused-play-nothing-to-take-back = Hindi sa iyo ang huling galaw kaya hindi mo ito mababawi.
refused-table-word = Walang sinasabi ang form na sinasabi sa mesa; i-load muli ang pahina.
refused-not-all-agree = Lalagyan ng tsek ng bawat dapat sumang-ayon ang sarili niyang kahon.
refused-played-online = Online nilalaro ang larong ito; para lang sa mga laro sa mesa ang mga pasa.
refused-play-at-table-only = Sa mesa lang nababawi ang mga galaw.
refused-play-no-clocks = Walang orasan ang larong ito.
refused-play-officials-only = Mga opisyal ang magpapasya rito.
refused-play-asked = Humiling ka na ng paghinto.
refused-play-no-claims = Hindi maaangkin ang panalo sa larong ito.
refused-play-too-many-words = Sapat na iyan hanggang sa susunod na tira.
refused-play-no-such-result = Hindi maaaring iyon ang kinalabasan ng laro.
refused-play-same-result = Iyon na ang kinalabasan.
refused-play-ended-by-rule = Ang mismong laro ang nagtapos nito ayon sa tuntunin.
refused-play-final = Pinal na ang kinalabasan; itama na lamang ito.
refused-play-not-final = Hindi pa pinal ang kinalabasan.
refused-own-game = ikaw mismo ang naglalaro rito; ibang opisyal ang gagawa nito
refused-no-player-called = walang manlalarong { $name }
refused-round-goes-on = hindi pa pinal ang { $games } sa mga laro nito; bubuksan ang mga ranggo kapag pinal na ang lahat
refused-nothing-closed = walang pinal na larong naghihintay roon na buksan ang mga ranggo
refused-play-accepted = nasabi mo nang tama ang resulta
refused-play-revealed = Hayag na ang mga ranggo.
refused-play-amount = 1 segundo hanggang 1 araw ang maidaragdag, sa buong mga segundo.
refused-play-too-much-time = Hanggang 60 araw lamang ang oras ng isang panig.
refused-play-other-command = May ibang hiniling na sa id na ito; gumamit ng bagong id.
refused-play-other-ply = Ang susunod na tira ay bilang { $number }.
refused-play-not-gone = Kailangang { $seconds } segundo nang wala ang kalaban mo.
refused-play-no-piece = Walang piyesa sa { $square }.
refused-play-not-yours = Sa kalaban mo ang piyesa sa { $square }.
refused-play-not-one-step = Hindi isang hakbang pasulong, paurong o patagilid ang { $from } patungong { $to }.
refused-play-own-piece = May sarili kang piyesa sa { $square }.

# Mga pag-angkin
refused-claim-open = Umangkin ka na ng isang manlalaro; iurong muna ang pag-angking iyon.
refused-own-player = Sa iyo na ang manlalarong si { $name }.
refused-player-held = May account na ang manlalarong si { $name }; kung mali iyon, sabihin sa operator.
refused-own-has-games = May mga laro na ang sarili mong manlalaro; hilingin sa operator na pagsamahin sila ni { $name }.
refused-claim-decided = Napagpasyahan na ang pag-angking iyon.
refused-operator-decides = Nasa ibang listahan din ang manlalarong ito, o may mga laro siya sa iba: ang operator ang magpapasya.
refused-own-claim = Walang nagpapasya sa sarili niyang pag-angkin.
refused-no-account = Walang account si { $name }.

# Pagsasanib ng mga manlalaro
refused-same-player = Iisang manlalaro ang dalawang ito; dalawang magkaiba ang isulat.
refused-unknown-player = Ang “?” ay para sa lahat ng hindi kilala; isulat ang isang manlalaro.
refused-player-deleted = Ipinabura ni { $name } ang sarili niya; mananatiling ganoon ang kaniyang mga laro.
refused-player-merged = Naisanib na si { $name } kay { $other }; si { $other } ang isulat, o bawiin muna ang pagsasanib na iyon.
refused-two-accounts = Parehong may account sina { $name } at { $other }, at hanggang isa lamang ang account ng manlalaro: ihiwalay muna ang isa sa account nito.
refused-played-each-other = Naglaban na sina { $name } at { $other } (laro { $game }), at walang nakikipaglaro sa sarili: dalawang tao sila.
refused-sat-against-each-other = Nagharap na rito sina { $name } at { $other } (larong { $play }), at walang nakikipaglaro sa sarili: dalawang tao sila.
refused-no-merge = Walang pagsasanib na may bilang na { $number }.
refused-merge-undone = Nabawi na ang pagsasanib na iyon.
refused-merged-and-deleted = Ipinabura ni { $name } ang sarili niya, at hindi na iyon mababawi.
refused-merged-since = Naisanib na si { $name } sa ibang manlalaro pagkatapos noon; bawiin muna ang pagsasanib na iyon.
refused-ratings-changed = Nagbago ang mga rating samantala; subukan muli.

# Sariling manlalaro, mga token at ikalawang patunay
refused-no-player = Walang manlalaro ang iyong account; umangkin muna ng isa.
refused-unseen = May karakter ito na hindi nakikita; isulat itong muli nang wala iyon.
refused-long-name = Iklian ito hanggang { $most } karakter.
refused-most-tokens = Hanggang { $most } token lamang ang isang account; bawiin ang isang hindi na ginagamit.
refused-most-set-ups = { $most } na pormasyon na ang itinatago mo; alisin ang isang hindi mo ginagamit.
refused-set-up-name = Kailangan ng pormasyon ang pangalang 1 hanggang { $most } karakter.
refused-set-up-name-taken = { $name } na ang tawag sa isa mo pang pormasyon; pumili ng ibang pangalan.
refused-share-code-none = Hindi ito kodigo ng pormasyon, na mga numero at titik lamang ang laman, walang i, l, o at u.
refused-share-code-other = { $digits } karakter ang kodigong ito at hindi { $expected }: para ito sa ibang hukbo o ibang patakaran.
refused-share-code-too-large = Walang pormasyong may ganitong kodigo; hanapin ang karakter na namali ng type.
refused-token-name = Kailangan ng token ang pangalang 1 hanggang { $most } karakter.
refused-token-scopes = Piliin kung para saan ang token, kahit isa man lamang.
refused-token-days = May bisa ang token nang 1 hanggang { $most } araw.
refused-factor-is-on = May ikalawang patunay na; isara muna iyon upang makapagtakda ng iba.
refused-no-factor-begun = Walang ikalawang patunay na naghihintay ng unang kodigo; magsimula ng isa.
refused-no-factor = Walang ikalawang patunay na isasara.

# Pagbura, at mesa ng operator
refused-last-of-organisations = Walang ibang may-ari ang { $names }: gawin munang may-ari ang iba, o ipasara muna ito sa operator.
refused-last-of-site = Walang ibang nagpapatakbo ng site na ito: gawin munang operator ang iba.
refused-player-has-account = May account si { $name }: mabubura siya kasama ng account na iyon.
refused-last-operator = Ito ang huling operator na makapag-sign in; gumawa muna ng iba.
refused-serves-the-site = Operator lamang ang makapagsususpinde sa naglilingkod sa site.
refused-no-reason = Sabihin kung bakit; isusulat ito sa bakas ng mga gawa.

# Mga samahan
refused-name-taken = May gumagamit na ng “{ $name }”, o kamukha ito ng pangalang ginagamit na; pumili ng iba.
refused-slug-taken = May gumagamit na ng “{ $name }”; pumili ng iba.
refused-most-organisations = Hanggang { $most } samahan lamang ang magagawa ng isang account; sumulat sa operator para sa higit pa.
refused-state-now = Ito na ang kalagayan ng { $name }: { $state }.
refused-organisation-closed = Sarado na ang { $name }, at walang mababago rito.
refused-organisation-waits = Naghihintay ang { $name } ng pahintulot ng operator; makapagdaragdag ng tao pagkatapos niyon.
refused-no-season = Walang ganoong season.

# Mga tungkulin
refused-no-duty = May kahit isang gawain ang opisyal; piliin ito.
refused-no-duties-of-owners = Sa lahat ng paligsahan kumikilos ang mga may-ari at tagapag-ayos; iwanang blangko ang paligsahan at mga gawain.
refused-role-held = Na kay { $name } na ang tungkuling ito.
refused-most-roles = { $most } na ang mga tungkulin; bawiin muna ang ilan.
refused-no-role = Walang ganoong tungkulin.
refused-no-invitation = Wala na ang imbitasyong iyon: tinanggap na, binawi na, o lumipas na.
refused-last-owner = Si { $name } ang huling may-ari ng { $organisation }; gumawa muna ng ibang may-ari.

# Mga kasapi, listahan at tala
refused-on-roster = Nasa listahan na si { $name }.
refused-nothing-to-verify = Walang club o lalawigan si { $name } na mapatutunayan; isulat muna ang mga iyon.
refused-verifies-himself = Walang nagpapatunay sa sarili; ibang opisyal ang magpapatunay sa iyo.
refused-plays-himself = Naglaro ka rito, kaya itinago ito nang walang rating; bibigyan ito ng rating kapag dinala ng ibang tagapag-ayos.
refused-file-gone = Hindi na nakatago rito ang file; piliin itong muli.
refused-roster-changed = Nagbago ang listahan o ang mga manlalaro nito mula nang tingnan mo; tingnang muli ang mga pagbabago.
refused-not-its-organizer = Mga tagapag-ayos at may-ari lamang ng “{ $name }” ang nag-i-import para rito; huwag isulat ang samahan upang mag-import ng mga larong walang rating.
refused-no-pools = Walang pangkat ang samahang ito; mag-import nang walang rating.
refused-too-many-games = Mas marami iyan sa mga larong puwedeng dalhin, sa isang beses o sa kabuuan; hatiin sa ilang pag-import, o humingi ng tulong sa isang samahan o sa operator.
