# Mga samahan: paghanap at paggawa
org-title = Mga samahan
org-lede = Mga club, liga at paaralan na nagpapatakbo ng mga rated na torneo; may sariling kasapi, pool, season at titulo ang bawat isa.
org-new = Bagong samahan
org-new-sign-in = Mag-sign in para gumawa ng samahan
org-own = Mga samahan mo
org-all = Lahat ng samahan
org-search = Pangalan
org-none = Wala pang samahan.
org-none-found = Walang samahang may ganitong pangalan.
org-new-words = Ikaw ang magiging may-ari. Mababago mo ang lahat sa susunod, maliban sa pangalan nito sa mga link.
org-new-waits = Sinusuri ng operator ang bawat bagong samahan; hanggang doon, ikaw lang ang makakakita nito.
org-new-at-once = Hayag na ito agad.
org-make = Gawin ang samahan
org-name = Pangalan
org-name-hint = 2 hanggang 60 karakter, gaya ng Samahang Salpakan ng Baguio
org-slug = Pangalan sa mga link
org-slug-hint = a-z, 0-9 at gitling; blangko para kunin sa pangalan. Hindi na ito mababago.
org-place = Lugar
org-place-hint = Gaya ng Lungsod ng Baguio
org-about = Tungkol dito
org-about-hint = Hayag sa lahat; hanggang 4,000 karakter
org-website = Website
org-website-hint = Gaya ng https://example.org
org-area = Mga pahina ng { $name }
org-tab-home = Home
org-tab-members = Mga kasapi
org-tab-roster = Pag-import ng roster
org-tab-claims = Mga pag-angkin
org-tab-records = Mga record
org-tab-seasons = Mga season
org-tab-titles = Mga titulo
org-tab-officials = Mga opisyal
org-tab-edit = Profile
org-tab-audit = Audit trail
org-state = Status
org-state-waiting = naghihintay ng pag-apruba
org-state-open = aktibo
org-state-refused = tinanggihan
org-state-closed = sarado
org-waits = Hindi pa ito inaaprubahan ng operator. Hanggang doon, mga opisyal lang nito ang makakakita, at hindi pa makakapagdagdag ng kasapi.

# Unang pahina nito
org-kept-by = Pinapatakbo nina:
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
org-step-profile = Ilarawan ito at lagyan ng logo
org-step-season = Magdagdag ng season
org-step-records = I-upload ang mga record ng laro ninyo
org-pool-empty = Wala pang may puwesto rito.
org-pool-all = Buong leaderboard
org-season-empty = Wala pang larong may tala sa season na ito.
org-season-more = { $count ->
    [one] { $count } manlalaro pa ang hindi ipinapakita.
   *[other] { $count } na manlalaro pa ang hindi ipinapakita.
}
org-season-partial = Napakaraming laro; ang mga pinakabago lang ang binilang.
org-season-others = Ibang season:
org-events-none = Wala pang torneo.
org-games-all = Lahat ng laro
org-titles = Mga titulo
org-title-from = mula { $rating }

# Mga kasapi
org-members = Mga kasapi
org-members-none = Wala pang kasapi.
org-members-none-found = Walang nahanap na kasapi.
org-member = Kasapi
org-member-add = Magdagdag ng kasapi
org-member-words = Magdagdag ng isang tao. Kung may manlalaro nang may ganitong handle, siya ang idadagdag; kung wala, gagawa ng bago.
org-member-remove = Alisin sa roster
org-member-remove-words = Hindi na magiging kasapi si { $handle }. Mananatili ang manlalaro at ang mga laro.
org-handle = Handle
org-handle-hint = Gaya ng nasa mga record
org-real-name = Tunay na pangalan
org-real-name-hint = Mga opisyal lang ng samahan ang nakakakita
org-number = Numero ng kasapi
org-number-hint = Sariling numero ng samahan, mga opisyal lang nito ang nakakakita
org-club = Club
org-province = Lalawigan
org-age = Age group
org-age-hint = Nakatago sa mga pampublikong listahan ang mga wala pang 18. Hindi kami kailanman hihingi ng petsa ng kapanganakan.
org-age-unknown = hindi alam
org-age-below-13 = wala pang 13
org-age-13-17 = 13 hanggang 17
org-age-18-59 = 18 hanggang 59
org-age-60-up = 60 pataas
org-private = nakatago sa mga listahan
org-has-account = may account
org-edit = I-edit
org-verify-short = Beripikahin
org-verify = Beripikahin ang club at lalawigan
org-unverify = Bawiin ang beripikasyon
org-verified-by = beripikado ni { $name } noong { $day }
org-not-verified = hindi pa beripikado
org-affiliation = Club at lalawigan
org-account = Account
org-account-yes = may account ang manlalarong ito
org-account-no = walang account ang manlalarong ito
org-player-page = Pahina ng manlalaro
org-joined = Kasapi mula noong
org-reason = Dahilan
org-reason-hint = Mababasa ito ng mga taong sangkot.
org-changed-since = May nagbago na nito mula nang buksan mo ang pahina. Suriin ang kasalukuyang nakasulat at i-save ulit kung tama pa ang sa iyo.

# Listahan
org-roster-import = I-import ang roster
org-roster-many = Mag-import ng CSV file
org-roster-words = Pumili ng CSV file o mag-paste ng mga hanay. Makikita mo ang bawat pagbabago bago i-save.
org-roster-columns = Nasa unang hanay ang pangalan ng mga column: handle, name, club, province, number, age. Handle lang ang kailangan. Pinapanatili ng blangkong cell ang kasalukuyang value; binubura ito ng gitling.
org-roster-file = CSV file
org-roster-file-hint = UTF-8, UTF-16 o Windows-1252; hanggang 20,000 hanay at 4 MiB
org-roster-text = O mag-paste ng mga hanay
org-roster-text-hint = Mula sa spreadsheet, kasama ang header; hanggang 60,000 karakter
org-roster-missing = Alisin ang mga kasaping wala sa file
org-roster-missing-hint = Huwag i-check kung magdaragdag at magbabago lang.
org-roster-look = I-preview ang mga pagbabago
org-roster-template = I-download ang blangkong template (CSV)
org-roster-export = I-download ang kasalukuyang roster (CSV)
org-roster-preview = Preview
org-roster-preview-words = Wala pang na-save. Suriin ang mga pagbabago, saka ilapat.
org-roster-no-change = Kapareho ng file ang kasalukuyang roster; walang babaguhin.
org-roster-apply = Ilapat ang mga pagbabago
org-roster-again = Pumili ng ibang file
org-roster-added = Idaragdag
org-roster-changed = Magbabago
org-roster-unchanged = Walang pagbabago
org-roster-removed = Aalisin
org-roster-held = may account ang manlalarong ito: iisang tao ba?
org-roster-known = may mga laro na rito
org-roster-row = Linya
org-roster-values = Mga value
org-roster-nothing = blangko
org-roster-more = { $count ->
    [one] { $count } hanay pa ang hindi ipinapakita.
   *[other] { $count } na hanay pa ang hindi ipinapakita.
}
org-roster-faulty = Walang na-save. Itama ang mga ito sa file at ipadala ulit
org-roster-more-faults = { $count ->
    [one] { $count } mali pa.
   *[other] { $count } mali pa.
}
org-roster-whole = Ang file
org-roster-line = Linya { $line }
org-roster-line-column = Linya { $line }, column { $number } ({ $column })

# Mga pag-angkin
org-claims-words = May nagsasabing siya ang manlalarong ito. Kumpirmahin lang kung kilala mo ang tao.
org-claims-none = Walang bukas na pag-angkin.
org-claim-decision = Pasya
org-claim-confirm = Kumpirmahin: siya nga ito
org-claim-refuse = Tanggihan
org-claim-decide = I-save ang pasya
org-claim-reason-hint = Kailangan kapag tatanggihan; mababasa ito ng tao.

# Mga tala
org-records = Mag-upload ng mga record
org-records-words = Mamarkahan ang mga laro na sa samahang ito, at ire-rate sa pool na pipiliin mo. Ire-rate ang sarili mong mga laro kapag in-upload ng ibang tagapag-ayos. Hindi bibilangin ang mga doble.
org-records-file = File ng mga record
org-records-file-hint = GGN, JSON o NDJSON, plain o zstd, hanggang 16 MiB
org-records-text = O mag-paste ng mga record
org-records-text-hint = Hanggang 60,000 karakter
org-pool = I-rate sa
org-pool-online = Online
org-pool-online-hint = Mga larong nilaro online
org-pool-face-to-face = Harapan
org-pool-face-to-face-hint = Mga larong nilaro sa lamesa
org-pool-nowhere = Hindi rated
org-pool-nowhere-hint = Mga casual na laro at kulang na record
org-records-import = I-import
org-records-done = Resulta ng pag-import
org-records-added = Naidagdag
org-records-duplicates = Mga doble
org-records-refused = Tinanggihan
org-records-unrated = Na-save pero hindi rated
org-records-line = linya { $line }
org-records-broken = Hindi nabasa ang natitira sa file:
org-records-game = Laro
org-records-where = Saan
org-records-why = Dahilan
org-records-place = linya { $line }, column { $number }, galaw { $ply }
org-records-more = { $count ->
    [one] { $count } laro pa ang wala sa listahan.
   *[other] { $count } na laro pa ang wala sa listahan.
}
org-records-again = Mag-upload pa

# Mga season at titulo
org-seasons = Mga season
org-seasons-words = May talaan ang bawat season ng mga larong nilaro sa mga araw nito. Hindi nagsasapawan ang mga season.
org-season-add = Magdagdag ng season
org-season-edit = I-edit ang season
org-season-name = Pangalan
org-season-name-hint = Gaya ng Season 2026
org-season-days = Mga araw
org-season-first = Unang araw
org-season-last = Huling araw
org-season-last-hint = Kasama sa season.
org-remove = Alisin
org-titles-words = Nakabatay ang titulo ng mga manlalaro sa rating nila sa mga pool ng samahang ito.
org-titles-site = Mga titulo ng site ang ginagamit.
org-titles-own = Sarili ninyong mga titulo ang ginagamit.
org-titles-hint = Isa bawat linya, pinakamababa muna: minimum na rating at titulo, gaya ng “1300 Scout”. Blangko para gamitin ang mga titulo ng site.

# Mga opisyal
org-officials = Mga opisyal
org-officials-words = Pinamamahalaan ng may-ari ang samahan, pinapatakbo ng tagapag-ayos ang mga torneo, at may tungkulin ang opisyal sa isa o sa lahat ng torneo.
org-second-factor-demanded = Kailangan ng mga opisyal ng samahang ito ang second factor. Wala silang magagawa rito kung wala nito.
org-has-factor = may second factor
org-lacks-factor = walang second factor
org-official-add = Magdagdag ng opisyal
org-account-name = Account
org-account-name-hint = Pangalan nila sa pag-sign in
org-role = Role
org-role-owner = May-ari
org-role-owner-hint = Lahat, pati profile, ibang may-ari at audit trail
org-role-organizer = Tagapag-ayos
org-role-organizer-hint = Mga kasapi, torneo, season, record, at pagdagdag ng mga opisyal
org-role-official = Opisyal
org-role-official-hint = Mga tungkulin sa isa o sa lahat ng torneo
org-role-give = Ibigay ang role
org-role-take = Alisin ang role
org-role-take-words = Hindi na magiging { $role } rito si { $name }.
org-leave = Bitawan ang aking role
org-way = Paano idadagdag
org-way-account = Sa account
org-way-link = Sa imbitasyon
org-way-link-hint = Link na isang beses lang gagana, sa loob ng 14 na araw, para sa wala pang account
org-event = Torneo
org-event-all = Lahat ng torneo
org-event-hint = Para sa opisyal; sa lahat ng torneo kumikilos ang may-ari at tagapag-ayos.
org-duties = Mga tungkulin
org-duties-hint = Para sa mga opisyal
org-duty-pairings = Mga pairing
org-duty-results = Mga resulta
org-duty-check-in = Check-in
org-invite-email = E-mail address
org-invite-email-hint = Blangko kung ikaw ang magbibigay ng link.
org-invited = Nagawa ang imbitasyon
org-invited-words = Ibigay ang link na ito sa tao. Isang beses lang itong gagana, sa loob ng 14 na araw, at ngayon lang ipinapakita.
org-invited-posted = Ipinadala rin ito sa e-mail.
org-invited-kept = Na-save ko na
org-invitations = Mga bukas na imbitasyon
org-invitation-for = Para kay { $email }
org-invitation-anybody = Para sa sinumang may hawak ng link
org-invitation-until = hanggang { $day }
org-invitation-by = gawa ni { $name }
org-invitation-back = Bawiin

# Profile
org-edit-title = Profile
org-color = Kulay
org-color-hint = Sa likod ng pangalan ng samahan
org-accent = Kulay na pandiin
org-accent-hint = Sa ibabaw ng kulay sa itaas; inaayos para mabasa.
org-second-factor = Kailanganin ang second factor sa mga opisyal
org-second-factor-hint = Walang magagawa rito ang opisyal na wala nito. I-set up muna ang sa iyo.
org-logo = Logo
org-logo-hint = PNG, JPEG o WebP, hanggang 1 MiB; gagawing 256 pixel.
org-logo-save = I-save ang logo
org-logo-remove = Alisin ang logo

# Bakas ng mga gawa
org-trail-words = Lahat ng ginawa sa samahang ito, pinakabago muna. Walang makakapagbago nito.
org-trail-action = Aksyon
org-trail-all = Lahat ng aksyon
org-trail-since = Mula
org-trail-until = Hanggang
org-download = I-download

# Nagawa
done-org-made = Nagawa na ang samahan.
done-org-left = Binitawan mo na ang role.
done-org-decided = Na-save ang pasya.
done-org-member-added = Naidagdag ang kasapi.
done-org-member-saved = Na-save ang kasapi.
done-org-member-removed = Naalis sa roster ang kasapi.
done-org-member-verified = Na-beripika ang club at lalawigan.
done-org-member-unverified = Nabawi ang beripikasyon.
done-org-roster = Na-import ang roster.
done-org-claim-confirmed = Nakumpirma ang pag-angkin.
done-org-claim-refused = Tinanggihan ang pag-angkin.
done-org-season-added = Naidagdag ang season.
done-org-season-saved = Na-save ang season.
done-org-season-removed = Naalis ang season.
done-org-titles = Ginagamit na ang sarili ninyong mga titulo.
done-org-titles-none = Ginagamit na ang mga titulo ng site.
done-org-role-given = Naibigay ang role.
done-org-role-taken = Naalis ang role.
done-joined-owner = May-ari ka na ng samahang ito.
done-joined-organizer = Tagapag-ayos ka na ng samahang ito.
done-joined-official = Opisyal ka na ng samahang ito.
done-org-invited = Nagawa ang imbitasyon.
done-org-invitation-back = Nabawi ang imbitasyon: hindi na gumagana ang link nito.
done-org-saved = Na-save ang profile.
done-org-logo = Na-save ang logo.
done-org-no-logo = Naalis ang logo.

# Mga mali
org-fault-day = Pumili ng petsa, o isulat gaya ng 2026-04-30.
org-fault-title-line = Isulat ang rating, puwang at titulo, gaya ng “1300 Scout”.
org-fault-at-line = Linya { $line }: { $words }
org-fault-age = Pumili ng age group.
org-fault-reason = Magbigay ng dahilan.
org-fault-decision = Pumili ng pasya.
org-fault-role = Pumili ng role.
org-fault-duties = Pumili ng kahit isang tungkulin.
org-fault-account = Ilagay ang pangalan ng account, o piliin ang imbitasyon.
org-fault-no-account = Walang account na “{ $name }”. Itanong sa tao ang eksaktong pangalan, o magpadala ng imbitasyon.
org-fault-pool = Piliin kung saan ire-rate ang mga laro.
org-fault-records-none = Pumili ng file, o mag-paste ng mga record.
org-fault-roster-none = Pumili ng file, o mag-paste ng mga hanay.

# Lamesa ng operator
op-title = Desk ng operator
op-tab-overview = Kabuuan
op-tab-accounts = Mga account
op-tab-organisations = Mga samahan
op-tab-players = Pagsamahin ang manlalaro
op-tab-claims = Mga pag-angkin
op-tab-invitations = Mga imbitasyon
op-tab-audit = Audit trail
op-count-waiting = Naghihintay ng pag-apruba
op-count-claims = Mga bukas na pag-angkin
op-waiting = Mga samahang naghihintay ng pag-apruba
op-waiting-none = Walang naghihintay na samahan.
op-claims-open = { $count ->
    [one] Suriin ang { $count } pag-angkin
   *[other] Suriin ang { $count } pag-angkin
}
op-backups = Mga backup
op-backups-newest = Ang pinakabago ay ginawa noong { $made }.
op-backups-failing = Nabigo ang huling pagsubok; nasa log ng server ang dahilan. Ang pinakabago ay ginawa noong { $made }.
op-backups-failed = Nabigo ang huling pagsubok; nasa log ng server ang dahilan. Wala pang backup.
op-backups-begun = Ginagawa ang una.
op-backups-none = Walang ginagawang backup ang server na ito. Ang setting na “backup_dir” ang pangalan ng direktoryo para sa mga ito.
op-continuous-until = Nasa tuloy-tuloy na backup ang lahat ng pagbabago hanggang { $until }.
op-continuous-failing = Nabibigo ang tuloy-tuloy na backup; nasa log ng server ang dahilan. Naroon ang lahat ng pagbabago hanggang { $until }.
op-continuous-failed = Nabibigo ang tuloy-tuloy na backup; nasa log ng server ang dahilan.
op-continuous-begun = Kinokopya ng tuloy-tuloy na backup ang database.
op-tab-status = Server
op-status-words = Mga bersiyon, pila, disk, backup at standby, sa ngayon.
op-version-program = Adjutant
op-version-schema = Schema
op-version-database = Database
op-database-size = Laki ng database
op-servers = Mga server, una ang sumasagot ngayon
op-queues = Mga mensahe
op-queue-waiting = Naghihintay
op-queue-late = Huli nang
op-queue-given-up = Isinuko
op-queue-all = Mga isinuko, kasama ang dahilan
op-channel-mail = E-mail
op-channel-push = Mga browser
op-channel-webhook = Mga webhook
op-channel-reminder = Mga paalala
op-late-minutes = { $count ->
    [1] 1 minuto
   *[other] { $count } minuto
}
op-late-hours = { $count ->
    [1] 1 oras
   *[other] { $count } oras
}
op-disks = Mga disk
op-disk-data = Datos
op-disk-backups = Mga backup
op-disk-continuous = Tuloy-tuloy na backup
op-disk-free = { $free } sa { $size } ang libre
op-archive-minutes = { $count ->
    [1] Na-archive ng PostgreSQL ang bahagi ng log nito 1 minuto ang nakalipas.
   *[other] Na-archive ng PostgreSQL ang bahagi ng log nito { $count } minuto ang nakalipas.
}
op-archive-none = Wala pang na-archive ang PostgreSQL sa log nito.
op-replicas = Mga standby
op-replicas-none = Walang standby na sumusunod sa database na ito.
op-replica = Pangalan
op-replica-lag = Huli nang
op-replica-unknown = hindi sinabi: wala sa pg_monitor ang user ng database
op-read-replicas = Mga replica na binabasa
op-replica-age = Pinakamatandang datos
op-replica-age-seconds = { $seconds } s
op-replica-age-unknown = hindi alam
op-replica-reads = Mga kahilingang binasa roon mula sa simula
op-replica-read = binabasa
op-replica-not-read = hindi binabasa hangga't hindi maayos muli
op-latest = Mga huling aksyon
op-audit-all = Buong audit trail
op-trail-words = Lahat ng ginawa sa site na ito, pinakabago muna. Walang makakapagbago nito.
op-decide = Magpasya
op-approve = Aprubahan
op-refuse = Tanggihan
op-close = Isara: mga opisyal lang nito ang makakakita
op-reopen = Buksan ulit
op-reason-owners = Mababasa ito ng mga may-ari. Kailangan maliban sa pag-apruba.
op-home = Pahina nito
op-account-search = Nagsisimula ang pangalan sa
op-accounts-none = Walang nahanap na account.
op-state = Status
op-state-active = aktibo
op-state-guest = bisita
op-state-suspended-guest = bisita, suspendido
op-state-suspended = suspendido
op-state-deleted = binura
op-role = Role sa site
op-role-none = wala
op-role-moderator = Moderator
op-role-operator = Operator
op-role-change = Palitan ang role sa site
op-role-words = Nagsususpinde ng account at nagbabasa ng audit trail ang moderator; pinapatakbo ng operator ang site. Kailangan ni { $name } ng second factor para sa alinman. Babawiin ng bagong role ang lahat ng API token ng account.
op-email = E-mail address
op-email-none = wala
op-email-unconfirmed = { $email } (hindi pa nakukumpirma)
op-factor = Second factor
op-factor-on = naka-on
op-factor-off = naka-off
op-seen = Huling pag-sign in
op-never = hindi pa kailanman
op-suspend = Suspindihin ang account
op-suspend-words = Masa-sign out si { $name } saanman at hindi makakapag-sign in; hindi na gagana ang mga token. Mananatili ang manlalaro at ang mga laro.
op-reinstate = Tapusin ang suspensiyon
op-reinstate-words = Makakapag-sign in muli si { $name }.
op-invite = Gumawa ng imbitasyon
op-invite-words = Sa imbitasyon, makakapag-sign up ang tao kahit sarado ito sa iba.
op-merge-words = Para sa dalawang manlalarong iisang tao: lilipat sa ikalawa ang mga laro ng una, kukuwentahin ulit ang mga rating, at sa ikalawa na mapupunta ang unang handle. Puwede itong bawiin.
op-merge-from = Isama ang manlalarong ito
op-merge-into = sa
op-merge-look = I-preview
op-merge-would = Ililipat ng pagsasama
op-merge-games = Mga laro
op-merge-pools = Mga rated na laro
op-merge-pool = { $pool }: { $games }
op-merge-memberships = Mga pagkakasapi
op-merge-refused = Hindi mapagsasama ang mga manlalarong ito:
op-merge = Pagsamahin ang mga manlalaro
op-merges = Mga pinagsama
op-merges-none = Wala pang pinagsama.
op-undo = Bawiin
op-undo-words = Babalik sa unang manlalaro ang mga laro, at kukuwentahin ulit ang mga rating.
op-undone = binawi
done-op-suspended = Suspendido na ang account.
done-op-reinstated = Tapos na ang suspensiyon.
done-op-role = Napalitan ang role.
done-op-merged = Napagsama na ang mga manlalaro.
done-op-undone = Nabawi ang pagsasama.
op-tab-reports = Mga report
op-reports-words = Mga report ng manlalaro tungkol sa kalaban, pinakabago muna. Ipinapakita ang mga larong hindi pa tapos ayon sa nakikita ng manonood.
op-reports-none = Walang report.
op-reports-game = Laro
op-reports-by = ni-report ni { $name }
op-reports-older = Mga mas naunang report
org-points = Mga puntos ng season
org-points-words = Puntos ng bawat puwesto sa torneo para sa season standings. Agad na mailalapat sa lahat ng season ang pagbabago.
org-points-hint = Isang linya bawat uri ng torneo: monthly: 10 7 5 3 2 1. Para sa lahat ng iba pang torneo ang linyang walang uri. Makukuha ng magkasalo sa puwesto ang puntos ng puwestong iyon.
org-points-others = lahat ng iba pang torneo
org-points-none = Wala pang itinakdang puntos para sa mga puwesto, kaya wala pang may puntos.
done-org-points = Na-save ang puntos; na-update ang standings.
org-standings = Season standings
org-standings-none = Wala pang natapos na torneo sa season na ito.
org-standings-no-season = Wala pang season.
org-standings-how = Paano binibilang ang puntos
org-standings-guests = Wala sa listahan ang mga panauhing walang manlalaro sa site na ito; nananatiling kanila ang nakuhang puwesto.
org-standings-partial = Napakaraming torneo; ang mga pinakabago lang ang binilang.
org-events-won = Panalo
org-series = Mga serye
org-series-words = Mga torneong umuulit, gaya ng lingguhang gabi ng club. Sumasali ang torneo sa isang serye sa mga setting nito.
org-series-none = Wala pang serye.
org-series-next = Gawin ang kasunod
leagues = Mga liga
league-words = Mga dibisyon na pinag-aakyatan at pinagbababaan ng mga tao. Nagiging dibisyon ang torneo sa mga setting nito.
league-none = Wala pang liga.
league-division = Dibisyon { $number }
league-zone = Susunod
league-zone-up = Aakyat
league-zone-plays-up = Play-off para umakyat
league-zone-plays-down = Play-off para manatili
league-zone-down = Bababa
league-zone-leaves = Aalis
league-tied = Tabla sa puwesto
league-no-member = Hindi miyembro
league-out = Wala sa liga
league-size = { $now } ngayon, { $next } sa susunod na season
league-next = Susunod na season
league-next-words = Piliin kung saan pupunta ang mga nag-play-off, tabla o hindi na babalik. Mga draft ang torneo hanggang buksan mo.
league-look = Ipakita ang laki
league-make = Gawin ang susunod na season
league-delete = Burahin ang mga draft na ito
done-league-deleted = Nabura ang mga draft.
org-feeds = Balita at petsa ng mga torneo:
webhooks-title = Mga webhook
webhooks-words = Balita ng mga torneo ninyo, ipinapadala sa mga address ninyo.
webhook-add = Magdagdag ng webhook
webhook-url = Address
webhook-url-hint = Pampublikong https address.
webhook-kinds = Mga mensahe
webhook-kind-round-published = Nailathala ang round
webhook-kind-round-changed = Nabago ang round
webhook-kind-result-entered = May naitalang resulta
webhook-kind-standings-changed = Nagbago ang standings
webhook-kind-ranks-opened = Binuksan ang mga ranggo
webhook-secret = Ipakita ang signing secret
webhook-message = Mensahe
webhook-replay = Ipadala ulit
webhook-waiting = Naghihintay.
webhook-done = Naipadala.
webhook-dead = Isinuko.
done-webhook-added = Naidagdag ang webhook.
done-webhook-removed = Naalis ang webhook.
done-webhook-replayed = Nakapila na ulit.
rating-lists = Mga listahan ng rating
rating-lists-words = Pinupunan ng inilathalang listahan ng pederasyon ang rating, numero, taon ng kapanganakan at kasarian ng mga kalahok. Mga opisyal lang ang nakakakita nito.
rating-lists-none = Wala pang listahan ng rating.
rating-list-import = I-import ang listahan
rating-list-name = Pangalan
rating-list-name-hint = Mapapalitan ang listahang may parehong pangalan.
rating-list-day = Petsa ng listahan
rating-list-kind = Rating
rating-list-kind-hint = Alin ang gagamitin, kung marami ang nasa listahan.
rating-kind-standard = Standard
rating-kind-rapid = Rapid
rating-kind-blitz = Blitz
rating-list-file = File
rating-list-file-hint = XML o TXT ng FIDE, o CSV na may mga pangalan ng column; naka-unpack, hanggang 64 MiB.
rating-list-no-file = Pumili ng file.
rating-list-imported = { $name }: { $count } manlalaro ang na-import.
rating-list-faults = { $count ->
    [one] Hindi isinama ang { $count } maling halaga:
   *[other] Hindi isinama ang { $count } maling halaga:
}
rating-list-faults-words = wala sa listahan ang hanay na walang pangalan; naroon ang iba nang wala ang halagang mali.
rating-list-faults-more = { $count ->
    [one] at { $count } pa
   *[other] at { $count } pa
}
rating-list-players = { $count ->
    [one] { $count } manlalaro
   *[other] { $count } manlalaro
}
rating-list-search = Numero sa pederasyon o pangalan
rating-list-search-full = Baka may iba pa. Dagdagan ang pangalan.
rating-list-nobody = Walang nahanap. Nahahanap ang pangalan ayon sa simula nito sa listahan, o kapag buo.
rating-list-number = Numero
rating-list-federation = Pederasyon
done-rating-list-removed = Inalis ang listahan ng rating.
