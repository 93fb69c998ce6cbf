# Mga samahan: paghanap at paggawa
org-title = Mga samahan
org-lede = Mga club, liga at paaralan na nagpapatakbo ng mga paligsahang may ranggo; may sari-sariling kasapi, pangkat, season at titulo.
org-new = Bagong samahan
org-new-sign-in = Mag-sign in para gumawa ng samahan
org-own = Sa iyo
org-all = Lahat ng samahan
org-search = Pangalan
org-none = Wala pa.
org-none-found = Walang may ganitong pangalan.
org-new-words = Ikaw ang magiging may-ari. Mababago mo ang lahat pagkatapos, maliban sa pangalan nito sa mga address.
org-new-waits = Tinitingnan muna ng operator ng site ang bawat bagong samahan; hanggang doon, ikaw lamang ang makakakita nito.
org-new-at-once = Bukas ito agad.
org-make = Gawin ang samahan
org-name = Pangalan
org-name-hint = 2 hanggang 60 titik, gaya ng Samahang Salpakan ng Baguio
org-slug = Pangalan sa mga address
org-slug-hint = a-z, 0-9 at gitling; iwanang blangko para kunin sa pangalan. Hindi na ito mababago.
org-place = Lugar
org-place-hint = Gaya ng Lungsod ng Baguio
org-about = Tungkol dito
org-about-hint = Mababasa ng lahat; hanggang 4,000 titik
org-website = Website
org-website-hint = Gaya ng https://example.org
org-area = Mga pahina ng { $name }
org-tab-home = Unang pahina
org-tab-members = Mga kasapi
org-tab-roster = Pag-import ng listahan
org-tab-claims = Mga pag-angkin
org-tab-records = Mga tala
org-tab-seasons = Mga season
org-tab-titles = Mga titulo
org-tab-officials = Mga opisyal
org-tab-edit = Profile
org-tab-audit = Bakas ng mga gawa
org-state = Kalagayan
org-state-waiting = naghihintay ng pahintulot
org-state-open = bukas
org-state-refused = tinanggihan
org-state-closed = sarado
org-waits = Hindi pa nabubuksan ng operator ng site ang samahang ito. Hanggang doon, mga opisyal lamang nito ang makakakita, at hindi pa makapagdaragdag ng tao.

# Unang pahina nito
org-kept-by = Mga namamahala:
org-since = mula
org-members-count = { $count ->
    [one] { $count } kasapi
   *[other] { $count } kasapi
}
org-next = Mga susunod na hakbang
org-step-done = tapos
org-step-roster = I-import ang mga kasapi
org-step-roster-now = { $count ->
    [0] wala pa
    [one] { $count } na
   *[other] { $count } na
}
org-step-officials = Magdagdag ng dalawang opisyal
org-step-officials-now = { $count ->
    [0] wala pa
    [one] { $count } na
   *[other] { $count } na
}
org-step-profile = Isulat kung tungkol saan ito, at lagyan ng logo
org-step-season = Magdagdag ng season
org-step-records = Dalhin ang mga tala ng inyong mga laro
org-pool-empty = Wala pang may ranggo rito.
org-pool-all = Buong talaan ng ranggo
org-season-empty = Wala pang laro sa mga araw na ito.
org-season-more = { $count ->
    [one] { $count } manlalaro pa ang hindi ipinakikita.
   *[other] { $count } manlalaro pa ang hindi ipinakikita.
}
org-season-partial = Napakaraming laro para bilangin; ang pinakabago lamang ang binilang.
org-season-others = Ibang season:
org-events-none = Wala pang paligsahan.
org-games-all = Lahat ng laro
org-titles = Mga titulo
org-title-from = mula { $rating }

# Mga kasapi
org-members = Mga kasapi
org-members-none = Wala pang kasapi.
org-members-none-found = Walang nahanap.
org-member = Kasapi
org-member-add = Magdagdag ng kasapi
org-member-words = Para sa isang tao; ang handle na may gumagamit na sa paglalaro ay ang manlalarong iyon, at ang iba ay bagong manlalaro.
org-member-remove = Alisin sa listahan
org-member-remove-words = Hindi na magiging kasapi si { $handle }. Mananatili ang manlalaro at ang mga laro.
org-handle = Handle
org-handle-hint = Gaya ng nakasulat sa mga tala
org-real-name = Tunay na pangalan
org-real-name-hint = Para sa mga opisyal ng samahan lamang
org-number = Bilang ng kasapi
org-number-hint = Sariling bilang ng samahan, para sa mga opisyal lamang
org-club = Club
org-province = Lalawigan
org-age = Saklaw ng edad
org-age-hint = Hindi inilalagay sa mga listahan ang mga wala pang 18. Hindi kailanman hinihingi ang petsa ng kapanganakan.
org-age-unknown = hindi alam
org-age-below-13 = wala pang 13
org-age-13-17 = 13 hanggang 17
org-age-18-59 = 18 hanggang 59
org-age-60-up = 60 pataas
org-private = wala sa mga listahan
org-has-account = may account
org-edit = Baguhin
org-verify-short = Patunayan
org-verify = Patunayan ang club at lalawigan
org-unverify = Bawiin ang patunay
org-verified-by = pinatunayan ng { $name } noong { $day }
org-not-verified = hindi pa napatutunayan
org-affiliation = Club at lalawigan
org-account = Account
org-account-yes = may account ang manlalarong ito
org-account-no = walang account ang manlalarong ito
org-player-page = Pahina ng manlalaro
org-joined = Mula
org-reason = Dahilan
org-reason-hint = Mababasa ito ng mga kinauukulan.
org-changed-since = May nagbago na nito mula nang buksan mo ang pahina. Tingnan ang nakasulat ngayon at, kung tama pa rin ang sa iyo, i-save muli.

# Listahan
org-roster-import = I-import ang listahan
org-roster-many = Marami nang sabay: mag-import ng CSV
org-roster-words = Pumili ng CSV file o i-paste ang mga hanay. Makikita mo ang bawat pagbabago bago may isulat.
org-roster-columns = Nasa unang hanay ang mga pangalan ng kolum: handle, name, club, province, number, age. Handle lamang ang kailangan. Pinananatili ng blangkong cell ang naroon, at binubura ito ng gitling.
org-roster-file = CSV file
org-roster-file-hint = UTF-8, UTF-16 o Windows-1252; hanggang 20,000 hanay at 4 MiB
org-roster-text = O i-paste ang mga hanay
org-roster-text-hint = Mula sa spreadsheet o editor, kasama ang hanay ng mga pangalan ng kolum; hanggang 60,000 titik
org-roster-missing = Alisin ang mga kasaping wala sa file
org-roster-missing-hint = Iwanang nakapatay para magdagdag at magbago lamang.
org-roster-look = Ipakita ang magbabago
org-roster-template = I-download ang blangkong listahan (CSV)
org-roster-export = I-download ang listahan ngayon (CSV)
org-roster-preview = Ang magbabago
org-roster-preview-words = Wala pang nasusulat. Basahin muna, saka ilapat ito nang ganito mismo.
org-roster-no-change = Walang binabago ang file: ganito na mismo ang listahan.
org-roster-apply = Ilapat ang mga pagbabago
org-roster-again = Ibang file
org-roster-added = Idaragdag
org-roster-changed = Magbabago
org-roster-unchanged = Walang pagbabago
org-roster-removed = Aalisin
org-roster-held = may account na ang manlalarong ito: iisang tao ba?
org-roster-known = naglalaro na rito
org-roster-row = Linya
org-roster-values = Mga halaga
org-roster-nothing = wala
org-roster-more = { $count ->
    [one] { $count } hanay pa ang binilang at hindi ipinakikita.
   *[other] { $count } hanay pa ang binilang at hindi ipinakikita.
}
org-roster-faulty = Walang nasulat: itama ang mga ito sa file at ipadala muli
org-roster-more-faults = { $count ->
    [one] At { $count } pa.
   *[other] At { $count } pa.
}
org-roster-whole = Ang file
org-roster-line = Linya { $line }
org-roster-line-column = Linya { $line }, kolum { $number } ({ $column })

# Mga pag-angkin
org-claims-words = May nagsasabing siya ang isang manlalaro. Kumpirmahin lamang kung kilala mo ang tao.
org-claims-none = Walang naghihintay sa iyo.
org-claim-decision = Pasya
org-claim-confirm = Kumpirmahin: siya nga ito
org-claim-refuse = Tanggihan
org-claim-decide = Magpasya
org-claim-reason-hint = Kailangan sa pagtanggi; mababasa ito ng tao.

# Mga tala
org-records = Magdala ng mga tala
org-records-words = Mamarkahan ang mga laro bilang sa samahang ito, at bibigyan ng rating sa pangkat na pipiliin mo; ang mga larong nilaro mo ay bibigyan ng rating kapag dinala ng ibang tagapag-ayos. Iisang laro ang larong dalawang beses ipinadala.
org-records-file = File ng mga tala
org-records-file-hint = GGN, JSON o NDJSON, payak o naka-zstd, hanggang 16 MiB
org-records-text = O i-paste ang mga tala
org-records-text-hint = Hanggang 60,000 titik
org-pool = Bibigyan ng rating sa
org-pool-online = Online
org-pool-online-hint = Mga larong nilaro sa network
org-pool-face-to-face = Harapan
org-pool-face-to-face-hint = Mga larong nilaro sa mesa
org-pool-nowhere = Walang rating
org-pool-nowhere-hint = Mga larong pampalipas-oras, at mga talang kulang
org-records-import = I-import
org-records-done = Kinahinatnan ng mga laro
org-records-added = Naidagdag
org-records-duplicates = Naroon na
org-records-refused = Tinanggihan
org-records-unrated = Itinago nang walang rating
org-records-line = linya { $line }
org-records-broken = Hindi nabasa ang natira sa file:
org-records-game = Laro
org-records-where = Saan
org-records-why = Bakit
org-records-place = linya { $line }, kolum { $number }, galaw { $ply }
org-records-more = { $count ->
    [one] { $count } laro pa ang wala sa listahan.
   *[other] { $count } laro pa ang wala sa listahan.
}
org-records-again = Magdala pa

# Mga season at titulo
org-seasons = Mga season
org-seasons-words = May talaan ang bawat season ng mga larong nilaro sa mga araw nito. Nasa isang season lamang ang isang araw.
org-season-add = Magdagdag ng season
org-season-edit = Baguhin ang season
org-season-name = Pangalan
org-season-name-hint = Gaya ng Season 2026
org-season-days = Mga araw
org-season-first = Unang araw
org-season-last = Huling araw
org-season-last-hint = Kasama pa ito sa season.
org-remove = Alisin
org-titles-words = May titulo ang mga manlalaro ayon sa rating nila sa mga pangkat ng samahang ito.
org-titles-site = Mga titulo ng site ang umiiral ngayon.
org-titles-own = Sariling mga titulo ninyo ang umiiral ngayon.
org-titles-hint = Isang linya bawat isa, pinakamababa muna: ang rating na pinagmumulan, saka ang titulo, gaya ng “1300 Scout”. Blangko: mga titulo ng site.

# Mga opisyal
org-officials = Mga opisyal
org-officials-words = Ang may-ari ang nangangalaga sa samahan, ang tagapag-ayos ang nagpapatakbo ng mga paligsahan, at ang opisyal ay may tungkulin sa isa o sa lahat ng paligsahan.
org-second-factor-demanded = Hinihingi ng samahang ito sa mga opisyal ang pangalawang patunay: walang magagawa rito ang wala nito.
org-has-factor = may pangalawang patunay
org-lacks-factor = walang pangalawang patunay
org-official-add = Magdagdag ng opisyal
org-account-name = Account
org-account-name-hint = Ang pangalang gamit ng tao sa pag-sign in
org-role = Tungkulin
org-role-owner = May-ari
org-role-owner-hint = Lahat, pati profile, ibang may-ari at bakas ng mga gawa
org-role-organizer = Tagapag-ayos
org-role-organizer-hint = Mga kasapi, paligsahan, season, tala, at paggawa ng mga opisyal
org-role-official = Opisyal
org-role-official-hint = Mga gawain sa isa o sa lahat ng paligsahan
org-role-give = Ibigay ang tungkulin
org-role-take = Bawiin ang tungkulin
org-role-take-words = Hindi na magiging { $role } rito si { $name }.
org-leave = Isauli ang aking tungkulin
org-way = Ang tao ay
org-way-account = may account
org-way-link = padadalhan ng imbitasyon
org-way-link-hint = Link na minsan lamang gagana, sa loob ng 14 na araw, para sa wala pang account
org-event = Paligsahan
org-event-all = Lahat ng paligsahan
org-event-hint = Para sa opisyal; sa lahat ng paligsahan kumikilos ang may-ari at tagapag-ayos.
org-duties = Mga gawain
org-duties-hint = Para sa opisyal
org-duty-pairings = Pagpapareha
org-duty-results = Mga resulta
org-duty-check-in = Pagtanggap ng manlalaro
org-invite-email = E-mail address
org-invite-email-hint = Iwanang blangko kung ikaw ang mag-aabot ng link.
org-invited = Nagawa ang imbitasyon
org-invited-words = Ibigay ang link na ito sa tao. Minsan lamang ito gagana, sa loob ng 14 na araw, at ngayon lamang ipinakikita.
org-invited-posted = May liham na ring ipinadala.
org-invited-kept = Naitabi ko na
org-invitations = Mga bukás na imbitasyon
org-invitation-for = Para kay { $email }
org-invitation-anybody = Para sa sinumang may hawak ng link
org-invitation-until = hanggang { $day }
org-invitation-by = gawa ni { $name }
org-invitation-back = Bawiin

# Profile
org-edit-title = Profile
org-color = Kulay
org-color-hint = Sa likod ng pangalan ng samahan
org-accent = Pangalawang kulay
org-accent-hint = Sa ibabaw ng una; iniuusog ito hanggang mabasa.
org-second-factor = Kailangan ng mga opisyal ang pangalawang patunay
org-second-factor-hint = Walang magagawa rito ang wala nito. Itakda muna ang sa iyo.
org-logo = Logo
org-logo-hint = PNG, JPEG o WebP, hanggang 1 MiB; muli itong iginuguhit nang 256 tuldok sa bawat gilid.
org-logo-save = I-save ang logo
org-logo-remove = Alisin ang logo

# Bakas ng mga gawa
org-trail-words = Lahat ng ginawa sa samahang ito, pinakabago muna. Walang makababago nito.
org-trail-action = Ano
org-trail-all = Lahat
org-trail-since = Mula
org-trail-until = Hanggang
org-download = I-download ang

# Nagawa
done-org-made = Nagawa na ang samahan.
done-org-left = Naisauli mo na ang tungkulin.
done-org-decided = Napagpasyahan na.
done-org-member-added = Nasa listahan na ang kasapi.
done-org-member-saved = Na-save ang kasapi.
done-org-member-removed = Naalis sa listahan ang kasapi.
done-org-member-verified = Napatunayan ang club at lalawigan.
done-org-member-unverified = Nabawi ang patunay.
done-org-roster = Nailapat ang listahan.
done-org-claim-confirmed = Nakumpirma ang pag-angkin.
done-org-claim-refused = Tinanggihan ang pag-angkin.
done-org-season-added = Naidagdag ang season.
done-org-season-saved = Na-save ang season.
done-org-season-removed = Naalis ang season.
done-org-titles = Umiiral na ang inyong mga titulo.
done-org-titles-none = Mga titulo ng site ang umiiral.
done-org-role-given = Naibigay ang tungkulin.
done-org-role-taken = Nabawi ang tungkulin.
done-org-invited = Nagawa ang imbitasyon.
done-org-invitation-back = Nabawi ang imbitasyon: hindi na gumagana ang link nito.
done-org-saved = Na-save ang profile.
done-org-logo = Na-save ang logo.
done-org-no-logo = Naalis ang logo.

# Mga mali
org-fault-day = Pumili ng araw, o isulat nang gaya ng 2026-04-30.
org-fault-title-line = Isulat ang rating, puwang at titulo, gaya ng “1300 Scout”.
org-fault-at-line = Linya { $line }: { $words }
org-fault-age = Pumili ng isa sa mga saklaw ng edad.
org-fault-reason = Sabihin kung bakit; mababasa ito ng mga kinauukulan.
org-fault-decision = Pumili ng isa.
org-fault-role = Pumili ng tungkulin.
org-fault-duties = Pumili ng kahit isang gawain.
org-fault-account = Isulat ang pangalan ng account, o piliin ang imbitasyon.
org-fault-no-account = Walang account na “{ $name }”. Itanong sa tao ang eksaktong pangalan, o magpadala ng imbitasyon.
org-fault-pool = Piliin kung saan bibigyan ng rating ang mga laro.
org-fault-records-none = Pumili ng file, o i-paste ang mga tala.
org-fault-roster-none = Pumili ng file, o i-paste ang mga hanay.

# Mesa ng operator
op-title = Mesa ng operator
op-tab-overview = Kabuuan
op-tab-accounts = Mga account
op-tab-organisations = Mga samahan
op-tab-players = Pagsasanib ng manlalaro
op-tab-claims = Mga pag-angkin
op-tab-invitations = Mga imbitasyon
op-tab-audit = Bakas ng mga gawa
op-count-waiting = Mga samahang naghihintay
op-count-claims = Bukas na pag-angkin
op-waiting = Mga samahang naghihintay ng pahintulot
op-waiting-none = Walang naghihintay.
op-claims-open = { $count ->
    [one] Magpasya sa { $count } pag-angkin
   *[other] Magpasya sa { $count } pag-angkin
}
op-latest = Mga huling ginawa
op-audit-all = Buong bakas ng mga gawa
op-trail-words = Lahat ng ginawa sa site na ito, pinakabago muna. Walang makababago nito.
op-decide = Magpasya
op-approve = Buksan ito
op-refuse = Tanggihan ito
op-close = Isara ito: mga opisyal lamang nito ang makakakita
op-reopen = Buksan itong muli
op-reason-owners = Mababasa ito ng mga may-ari. Kailangan maliban sa pagbubukas.
op-home = Pahina nito
op-account-search = Nagsisimula ang pangalan sa
op-accounts-none = Walang nahanap na account.
op-state = Kalagayan
op-state-active = aktibo
op-state-suspended = suspendido
op-state-deleted = binura
op-role = Tungkulin sa site
op-role-none = wala
op-role-moderator = Tagapamagitan
op-role-operator = Operator
op-role-change = Baguhin ang tungkulin sa site
op-role-words = Nagsususpinde ng account at nagbabasa ng bakas ang tagapamagitan; ang operator ang nagpapatakbo ng site. Kailangan ni { $name } ang pangalawang patunay para kumilos bilang alinman. Tinatapos ng bagong tungkulin ang lahat ng API token ng account.
op-email = E-mail address
op-email-none = wala
op-email-unconfirmed = { $email } (hindi pa nakukumpirma)
op-factor = Pangalawang patunay
op-factor-on = nakabukas
op-factor-off = nakapatay
op-seen = Huling pag-sign in
op-never = hindi pa kailanman
op-suspend = Suspindihin ang account
op-suspend-words = Masa-sign out si { $name } saanman at hindi makakapag-sign in; titigil ang mga token. Mananatili ang manlalaro at ang mga laro.
op-reinstate = Tapusin ang suspensiyon
op-reinstate-words = Makakapag-sign in muli si { $name }.
op-invite = Gumawa ng imbitasyon
op-invite-words = Sa imbitasyon, makakapag-sign up ang tao kahit sarado ito sa iba.
op-merge-words = Dalawang manlalarong iisang tao: mapupunta sa ikalawa ang mga laro ng una, muling kukuwentahin ang mga rating, at sa ikalawa na tutungo ang unang handle. Maaari itong bawiin.
op-merge-from = Ang manlalarong ito
op-merge-into = ay si
op-merge-look = Tingnan
op-merge-would = Ang ililipat ng pagsasanib
op-merge-games = Mga laro
op-merge-pools = Mga larong may rating
op-merge-pool = { $pool }: { $games }
op-merge-memberships = Mga pagkakasapi
op-merge-refused = Hindi ito magagawa:
op-merge = Pagsamahin ang dalawa
op-merges = Mga pagsasanib
op-merges-none = Wala pang pinagsanib.
op-undo = Bawiin
op-undo-words = Babalik sa unang manlalaro ang mga laro, at muling kukuwentahin ang mga rating.
op-undone = binawi
done-op-suspended = Suspendido na ang account.
done-op-reinstated = Tapos na ang suspensiyon.
done-op-role = Nabago ang tungkulin.
done-op-merged = Iisa na ang dalawang manlalaro.
done-op-undone = Nabawi ang pagsasanib.
op-tab-reports = Mga sumbong
op-reports-words = Ang isinusumbong ng mga manlalaro tungkol sa kalaban nila, pinakabago muna. Ang larong hindi pa tapos ay ipinapakita ayon sa nakikita ng lahat.
op-reports-none = Wala pang nagsusumbong.
op-reports-game = Ang laro
op-reports-by = isinumbong ni { $name }
op-reports-older = Mas naunang mga sumbong
org-points = Mga puntos ng season
org-points-words = Kung magkano ang bawat puwesto sa isang paligsahan para sa talaan ng season. Susunod agad ang mga talaan ng lahat ng season.
org-points-hint = Isang linya bawat uri ng paligsahan: monthly: 10 7 5 3 2 1. Para sa lahat ng iba pang paligsahan ang linyang walang uri. Ang magkasalo sa puwesto ay may halaga ng puwestong iyon.
org-points-others = lahat ng iba pang paligsahan
org-points-none = Hindi pa sinasabi kung magkano ang mga puwesto: wala pang may puntos.
done-org-points = Naitago na ang mga puntos. Susunod ang mga talaan.
org-standings = Katayuan sa season
org-standings-none = Wala pang natapos na paligsahan sa season na ito.
org-standings-no-season = Wala pang season.
org-standings-how = Paano nabuo ang mga puntos
org-standings-guests = Wala sa talaan ang mga naglaro sa pangalan lamang at walang manlalaro sa site na ito; nananatiling kanila ang mga puwestong nakuha nila.
org-standings-partial = Mas marami ang mga paligsahan kaysa sa bilang dito; ang mga pinakabago ito.
org-events-won = Panalo
org-feeds = Mga balita at petsa ng mga paligsahan:
