# Ano ang maaaring malaman, at ang talaan ng impormasyon

known-title = Ano ang maaaring malaman
known-ranks = Mga ranggong maaari nitong taglayin, may probabilidad
known-off = Isara ang piyesang ito
known-shade = Kulayan ang tabla ayon sa
known-shade-none = Wala
known-shade-strength = Inaasahang lakas
known-shade-flag = Tsansang Watawat
known-owners = Kaninong mga piyesa
known-enemy = Sa kalaban
known-ghost = Sarili, gaya ng tingin ng kalaban (ghost view)
known-prior = Gaano ka-posible ang mga ranggo
known-prior-uniform = Bilang lamang
known-prior-learned = Ayon sa gawi ng mga tao
known-prior-counted = Pare-parehong posible ang bawat ayos, hangga’t pinapayagan ng mga nakita.
known-prior-from = Natutunan sa { $count } pormasyon sa ibang nabunyag na laro: mas posible ang ranggo kung saan ito inilalagay ng mga tao. Hula ito tungkol sa mga tao, para sa paningin ng mga manlalaro lamang.
known-prior-guess = Natutunan sa mga pormasyon sa ibang nabunyag na laro: mas posible ang ranggo kung saan ito inilalagay ng mga tao. Hula ito tungkol sa mga tao, para sa paningin ng mga manlalaro lamang.
known-how = Paano ito kinukuwenta
known-table = Lahat ng piyesa bilang talahanayan
known-table-show = Ipakita ang talahanayan
known-piece = Piyesa
known-place = Parisukat
known-strength = Lakas
takes-square = sumulat ng parisukat gaya ng e5

js-known-hint = Pumili ng piyesa: anong mga ranggo ang maaaring taglay nito?
known-piece-name = %side%, ipinuwesto sa %origin%
known-brief = %piece%: %ranks%. Watawat: %flag%.
known-eyes-white = Ayon sa maaaring alam ng Puti matapos ang galaw %ply%.
known-eyes-black = Ayon sa maaaring alam ng Itim matapos ang galaw %ply%.
known-eyes-public = Ayon sa maaaring alam ng mga manonood matapos ang galaw %ply%.
known-armies = %armies% hukbo ang tugma sa lahat ng nakita; %bits% bit ang nakatago.
known-exact = Binilang ang lahat ng pares ng hukbo; %bits% bit ang nakatago.
known-estimated = Tantiya, na may standard error na hindi hihigit sa %error%; mga %bits% bit ang nakatago.
known-at-least = Maaaring imposible ang ilan sa mga ranggong ito: masyadong matagal bago maalis.
known-fell = natumba sa galaw %ply%
js-known-shade-none = Bawat bilang ay galing sa lahat ng hukbong tugma sa nakita. Hindi ebidensya ang mga galaw.
js-known-shade-strength = Ang bilang sa piyesa: gaano karami sa hukbo ang inaasahang mas mahina, sa 100. Mas puno ang bara, mas malakas.
js-known-shade-flag = Ang bilang sa piyesa: ang tsansa nitong maging Watawat. Puno ang bara ng pinakamalamang na piyesa.
js-known-failed = Hindi ito nakuha. Piliin muli ang piyesa.

ledger-title = Ang talaan ng impormasyon
ledger-lede = Ang isang bit ay isang sagot na oo o hindi tungkol sa hukbo. May nasasabi ang bawat hamon.
ledger-chart = Mga bit na nasabi sa laro: Puti { $white }, Itim { $black }, sa { $all } bawat isa; nasa talahanayan ng talaan ang bawat hakbang.
ledger-told-white = Nasabi ng Puti
ledger-told-black = Nasabi ng Itim
ledger-more = talaan
ledger-bits = Mga bit na nasabi
ledger-still = { $bits } ang nakatago pa sa dulo
ledger-luck = Suwerte sa hamon
ledger-luck-is = { $wins } ang naipanalo sa { $challenges }, { $expected } ang inaasahan (± { $deviation })
ledger-index = Bluff index
ledger-threats = { $count ->
    [one] { $count } banta
   *[other] { $count } banta
  }
ledger-bluff = Pinakamahusay na bluff
ledger-bluff-is = Galaw { $ply }: mukhang { $seen } sa 100, { $truth } ang totoo
ledger-no-bluff = walang pinaniwalaan
ledger-dearest = Pinakamahal na pagbihag
ledger-dearest-is = galaw { $ply }, nagbayad ng { $bits } bit ang { $side }
ledger-no-capture = wala
ledger-table = Bawat hakbang at ang halaga nito
ledger-table-note = Mga bit na ibinayad ng bawat panig, ang tsansa ng humamon na manalo bago ang galaw, at mga bit na nasabi sa kabuuan.
ledger-ply = Galaw
ledger-price-white = Bayad ng Puti
ledger-price-black = Bayad ng Itim
ledger-chance = Tsansa
ledger-what = Kinalabasan

knowledge-title = Ano ang maaaring malaman, at magkano ito
knowledge-lede = Sa replay ng larong tapos na, at doon lamang, binibilang ng Adjutant ang maaaring alam ng bawat panig sa bawat galaw: hindi hula tungkol sa paglalaro, kundi bawat hukbong tugma sa lahat ng nakita.
knowledge-count-title = Pagbibilang ng mga hukbo
knowledge-count-prior = Bago ang unang galaw, pare-pareho ang tsansa ng bawat ayos ng hukbo sa mga parisukat nito: 21!/(6! 2!) = 35,479,820,952,576,000 sa karaniwang laro, dahil magkakatulad ang anim na Pribado.
knowledge-count-seen = Inaalis ng nakita ang mga ayos: bawat hatol laban sa piyesang kilala, na nagpatuloy ang laro matapos ang hamon (walang Watawat na natumba), na umabot ang isang piyesa sa dulong hanay at nagpatuloy ang laro, ang Watawat na ipinakita. Binibilang nang eksakto ang natira, at ang probabilidad ng ranggo ay ang bahagi nito sa natira.
knowledge-count-moves = Hindi ebidensya rito ang mga galaw, ang oras, at ang mga nakagawian.
knowledge-count-public = Hindi alam ng mga manonood ang alinmang hukbo. Binibilang ang kanilang mga numero hangga’t mabilis iyon; pagkatapos ay mga tantiya na, at sinasabi iyon kasama ang standard error.
knowledge-count-views = Sa tanaw ng isang manlalaro, tinitingnan ang mga piyesa ng kalaban; binabaligtad iyon ng ghost view at ipinakikita ang sariling mga piyesa gaya ng maaaring alam ng kalaban. Kapag bukás ang lahat, bawat piyesa ay nakikita sa mga mata ng kalaban nito.
knowledge-proof-title = Isang patunay na mano-mano
knowledge-proof = Humamon ang Sarhento ng Puti sa isang piyesa at natumba. Labing-isang opisyal ang mas mataas sa Sarhento at tinatanggal siya ng dalawang Espiya: 13 sa 21 piyesa ang makagagawa niyon. Kaya Espiya ang piyesa sa 2/13, ang Heneral ng Hukbo sa 1/13, at hindi Pribado ni Watawat. Nagsabi ito ng log2(21/13) = 0.7 bit.
knowledge-ledger-title = Ang talaan
knowledge-told = Mga bit na nasabi: ang binary logarithm ng bilang ng mga hukbong hindi mapag-iba ng kalaban sa simula, bawas ang gayundin ngayon. 55.0 bit ang nakatago sa karaniwang hukbo.
knowledge-price = Halaga ng hamon: sa bawat panig, ang mga bit na sinabi ng galaw tungkol sa piyesa nito; minus ng binary logarithm ng probabilidad, sa mga mata ng kabila bago ito, ng lumabas.
knowledge-dearest = Pinakamahal na pagbihag: ang isa na ang bumihag ang nagbayad ng pinakamarami. Kapag parehong natumba, walang bumihag.
knowledge-luck = Suwerte sa hamon: ang mga hamong naipanalo ng panig sa mga sinimulan nito, bawas ang kabuuan ng mga tsansa nitong manalo, bawat isa sa sarili nitong mga mata bago ang galaw. Ang bilang pagkatapos ng ± ay ang standard deviation kung hiwa-hiwalay na bunot ang bawat isa.
knowledge-bluff-title = Mga bluff
knowledge-strength = Lakas: ang bahagi ng hukbo na mas mahina, kalahati ang bilang ng kapantay. Kasinlakas ang ranggo ng bahagi ng hukbong tinatanggal nito bilang humamon. Ang inaasahang lakas ay ang karaniwan nito sa mga posibleng ranggo.
knowledge-threat = Ang banta ay payak na galaw na pagkatapos nito ay katabi na ng piyesa ang piyesa ng kalaban na hindi nito katabi noon. Ang halaga nito ay ang lakas na dapat asahan ng kalaban, bawas ang totoo. Kapag lampas sa 0, bluff ito.
knowledge-reply = Nahamon ito kung hinamon ang piyesa sa susunod na dalawang galaw ng kalaban, napaniwala kung umiwas sa loob ng mga iyon ang isang pinagbantaang piyesa sa payak na galaw; kung hindi, nananatili itong bukás.
knowledge-best = Pinakamahusay na bluff: ang napaniwalang may pinakamataas na halaga. Bluff index: ang karaniwang halaga ng lahat ng banta, sa mga punto ng 100. Walang binabasang balak: sumusunod ito sa talaan lamang.

tally-title = Impormasyon
tally-note = Mula sa pinakabagong mga larong bukás, { $games } sa hindi hihigit sa { $most }.
tally-told = Bit na nasabi bawat laro
tally-chart = Mga bit na nasabi, laro sa laro
tally-table = Laro sa laro
