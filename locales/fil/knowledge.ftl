# Ano ang maaaring malaman, at ang talaan ng impormasyon

known-title = Ano ang maaaring malaman
known-ranks = Mga posibleng ranggo, may probabilidad
known-off = I-deselect
known-shade = Heat map
known-shade-none = Wala
known-shade-strength = Inaasahang lakas
known-shade-flag = Tsansang Watawat
known-owners = Mga piyesa
known-enemy = Sa kalaban
known-ghost = Sarili, sa tingin ng kalaban (ghost view)
known-prior = Mga probabilidad
known-prior-uniform = Pantay-pantay
known-prior-learned = Mula sa mga nakaraang laro
known-prior-counted = Pare-pareho ang tsansa ng bawat ayos na tugma sa nakita.
known-prior-from = Natutunan sa { $count } pormasyon ng ibang tapos na laro: mas posible ang ranggo kung saan ito madalas ilagay ng mga tao. Tantiya ito tungkol sa mga tao, para sa mga manlalaro lang.
known-prior-guess = Natutunan sa mga pormasyon ng ibang tapos na laro: mas posible ang ranggo kung saan ito madalas ilagay ng mga tao. Tantiya ito tungkol sa mga tao, para sa mga manlalaro lang.
known-how = Paano ito gumagana
known-table = Lahat ng piyesa bilang table
known-table-show = Ipakita ang table
known-piece = Piyesa
known-place = Parisukat
known-strength = Lakas
takes-square = sumulat ng parisukat gaya ng e5

js-known-hint = Pumili ng piyesa para makita kung anong ranggo ang posible.
known-piece-name = %side%, ipinuwesto sa %origin%
known-brief = %piece%: %ranks%. Watawat: %flag%.
known-eyes-white = Maaaring alam ng Puti pagkatapos ng galaw %ply%.
known-eyes-black = Maaaring alam ng Itim pagkatapos ng galaw %ply%.
known-eyes-public = Maaaring alam ng mga manonood pagkatapos ng galaw %ply%.
known-armies = %armies% hukbo ang tugma sa nakita; %bits% bit ang nakatago.
known-exact = Binilang ang lahat ng pares ng hukbo; %bits% bit ang nakatago.
known-estimated = Tantiya, na may standard error na hindi hihigit sa %error%; mga %bits% bit ang nakatago.
known-at-least = Baka imposible ang ilan sa mga ranggong ito; masyadong matagal suriin.
known-fell = nakuha sa galaw %ply%
js-known-shade-none = Binibilang ng bawat numero ang lahat ng hukbong tugma sa nakita. Hindi ebidensya ang mga galaw.
js-known-shade-strength = Numero sa piyesa: kung ilang bahagi ng hukbo ang inaasahang mas mahina, sa 100. Mas puno ang bar, mas malakas.
js-known-shade-flag = Numero sa piyesa: ang tsansa nitong maging Watawat. Puno ang bar ng pinakamalamang na piyesa.
js-known-failed = Hindi na-load. Piliin ulit ang piyesa.

ledger-title = Information ledger
ledger-lede = Sinasagot ng isang bit ang isang tanong na oo o hindi tungkol sa hukbo. May ibinubunyag ang bawat hamon.
ledger-chart = Mga bit na nabunyag sa laro: Puti { $white }, Itim { $black }, sa { $all } bawat isa; nasa table ng ledger ang bawat galaw.
ledger-told = Nabunyag
ledger-told-white = Ibinunyag ng Puti
ledger-told-black = Ibinunyag ng Itim
ledger-bits = Mga bit na nabunyag
ledger-still = { $bits } ang nakatago pa sa dulo
ledger-luck = Suwerte sa hamon
ledger-luck-is = { $wins } panalo sa { $challenges }, { $expected } ang inaasahan (± { $deviation })
ledger-index = Bluff index
ledger-threats = { $count ->
    [one] { $count } banta
   *[other] { $count } banta
  }
ledger-bluff = Pinakamahusay na bluff
ledger-bluff-is = Galaw { $ply }: mukhang { $seen } sa 100, { $truth } ang totoo
ledger-no-bluff = walang gumana
ledger-dearest = Pinakamahal na kuha
ledger-dearest-is = galaw { $ply }, nagbayad ng { $bits } bit ang { $side }
ledger-no-capture = wala
ledger-table = Bawat galaw at ang presyo nito
ledger-table-note = Mga bit na ibinayad ng bawat panig, tsansa ng humamon bago ang galaw, at kabuuang bit na nabunyag.
ledger-ply = Galaw
ledger-price-white = Bayad ng Puti
ledger-price-black = Bayad ng Itim
ledger-chance = Tsansa
ledger-what = Kinalabasan

knowledge-title = Ano ang maaaring malaman, at ang presyo nito
knowledge-lede = Sa replay ng tapos na laro, at doon lang, binibilang ng Adjutant ang maaaring alam ng bawat panig pagkatapos ng bawat galaw. Hindi ito hula tungkol sa paglalaro: binibilang nito ang bawat hukbong tugma sa nakita.
knowledge-count-title = Pagbibilang ng mga hukbo
knowledge-count-prior = Bago ang unang galaw, pare-pareho ang tsansa ng bawat ayos ng hukbo sa mga parisukat nito: 21!/(6! 2!) = 35,479,820,952,576,000 sa karaniwang laro, dahil magkakapareho ang anim na Pribado, at gayundin ang dalawang Espiya.
knowledge-count-seen = Inaalis ng nakita ang mga ayos: hatol laban sa piyesang alam mo ang ranggo, larong nagpatuloy pagkatapos ng hamon (kaya walang nakuhang Watawat) o pagkatapos makarating ng piyesa sa dulong hanay, Watawat na ipinakita. Eksaktong binibilang ang natira; ang probabilidad ng ranggo ay ang bahagi nito roon.
knowledge-count-moves = Hindi ebidensya rito ang mga galaw, oras at nakagawian.
knowledge-count-public = Hindi alam ng manonood ang alinmang hukbo. Eksaktong binibilang ang mga numero nila habang mabilis iyon; pagkatapos, tantiya na ang mga ito at nakasulat ang standard error.
knowledge-count-views = Sa tanaw ng manlalaro, makikita ang maaari niyang malaman tungkol sa mga piyesa ng kalaban; sa ghost view, ang sarili niyang mga piyesa ayon sa maaaring alam ng kalaban. Kapag lantad ang lahat, ipinapakita ang bawat piyesa sa tingin ng kalaban nito.
knowledge-proof-title = Halimbawa
knowledge-proof = Humamon ang Sarhento ng Puti sa isang piyesa at natalo. Labing-isang opisyal ang mas mataas sa Sarhento, at tinatalo ito ng dalawang Espiya: 13 sa 21 piyesa ang makakagawa niyon. Kaya 2/13 ang probabilidad na Espiya ang piyesa, 1/13 na Heneral ng Hukbo, at hindi ito Pribado o Watawat. Nabunyag dito ang log2(21/13) = 0.7 bit.
knowledge-ledger-title = Ang ledger
knowledge-told = Mga bit na nabunyag: ang binary logarithm ng bilang ng mga hukbong hindi mapag-iba ng kalaban sa simula, bawas ang ganoon din ngayon. 55.0 bit ang nakatago sa karaniwang hukbo.
knowledge-price = Presyo ng hamon: sa bawat panig, ang mga bit na ibinunyag ng galaw tungkol sa piyesa nito, ibig sabihin, minus ng binary logarithm ng probabilidad ng resulta sa tingin ng kabila bago ito.
knowledge-dearest = Pinakamahal na kuha: ang kuha na pinakamalaki ang ibinayad ng kumuha. Kapag parehong natanggal, walang kumuha.
knowledge-luck = Suwerte sa hamon: ang mga hamong naipanalo ng panig sa mga sinimulan nito, bawas ang kabuuan ng mga tsansa nitong manalo, bawat isa ayon sa tingin nito bago ang galaw. Ang numero pagkatapos ng ± ay ang standard deviation kung hiwa-hiwalay na bunot ang bawat isa.
knowledge-bluff-title = Mga bluff
knowledge-strength = Lakas ng ranggo: ang bahagi ng hukbong tinatalo nito bilang humamon, kalahati ang bilang ng kapantay. Ang inaasahang lakas ay ang average sa mga posibleng ranggo.
knowledge-threat = Ang banta ay galaw na walang hamon na naglalapit ng piyesa sa tabi ng piyesa ng kalaban na hindi nito katabi noon. Ang halaga nito ay ang lakas na dapat asahan ng kalaban, bawas ang totoo. Kapag lampas sa 0, bluff ito.
knowledge-reply = Nabisto ito kung hinamon ang piyesa sa susunod na dalawang galaw ng kalaban. Gumana ito kung umiwas sa loob ng mga iyon ang isang pinagbantaang piyesa nang walang hamon. Kung hindi, nananatili itong bukas.
knowledge-best = Pinakamahusay na bluff: ang gumana na may pinakamataas na halaga. Bluff index: ang average na halaga ng lahat ng banta, sa mga punto ng 100. Walang hinuhulaang balak; galing lang ito sa record.

tally-title = Impormasyon
tally-note = Mula sa pinakabagong tapos na laro: { $games }, hanggang { $most }.
tally-told = Bit na nabunyag bawat laro
tally-chart = Mga bit na nabunyag bawat laro
tally-table = Bawat laro
