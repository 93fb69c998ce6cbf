# The explorer of set-ups.
formations-title = Mga pormasyon
formations-words = Mga pormasyong ginamit sa mga tapos na laro, ang score ng mga ito, at alin ang magkakahawig.
formations-games = { $count ->
    [1] Isang laro ang tugma.
   *[other] { $count } laro ang tugma.
}
formations-counted = { $count ->
    [1] Isang pormasyon ang tugma.
   *[other] { $count } pormasyon ang tugma.
}
formations-score = Score:
formations-none = Walang tugmang pormasyon.
formations-preparing = Binibilang pa ang mga pormasyon pagkatapos ng restart. Subukan ulit pagkalipas ng isang minuto.
formations-weighted-words = Mas mabigat ang mga pormasyon ng mas malalakas na manlalaro.
formations-where = Puwesto ng mga piyesa
formations-rank = Piyesa
formations-board = { $rank }: porsiyento ng mga pormasyong mayroon nito sa bawat parisukat, mula sa sariling panig
formations-figures = Mga laro, interval at score
formations-on = Mga piyesa sa { $square }
formations-grid = Lahat ng parisukat at piyesa
formations-grid-words = Porsiyento ng mga pormasyon. Pumili ng parisukat para sa detalye.
formations-popular = Pinakaginagamit
formations-popular-words = Iisa ang bilang ng pormasyon at ng mirror image nito.
formations-examples = Mga pinakabagong laro
formations-mine = Mga pormasyon ko sa laro
formations-mine-words = Ikaw lang ang nakakakita ng pahinang ito. Nagiging hayag ang pormasyon kapag tapos na ang larong pinaggamitan mo; pribado ang mga naka-save na hindi mo pa nagagamit.
formations-no-player = Wala pang manlalaro ang account mo.
formations-none-mine = Wala pang pormasyong makikita sa mga tapos mong laro.
formations-flag = Puwesto ng Watawat mo
formations-flag-words = Porsiyento ng mga pormasyon mo; naka-mirror kung nasa kanan ang Watawat
formations-kept-words = Score ng mga naka-save mong pormasyon sa mga laro mo, tuwid man o naka-mirror.
formations-used = Mga pormasyong ginamit mo
formation = Pormasyon
formation-ask = Maghanap ng pormasyon
formation-show = Ipakita
formation-games = { $count ->
    [1] isang laro
   *[other] { $count } laro
}
formation-apart = { $count ->
    [1] isang parisukat ang kaibahan
   *[other] { $count } parisukat ang kaibahan
}
formation-within = { $count ->
    [1] hanggang isang parisukat ang kaibahan
   *[other] hanggang { $count } parisukat ang kaibahan
}
formation-score = Score %
formation-share = Bahagi %
formation-square = Parisukat
formation-piece = Piyesa
formation-nothing = bakante
formation-side = Panig
formation-pool = Rating pool
formation-min-rating = Minimum na rating
formation-max-rating = Maximum na rating
formation-season = Numero ng season (kasama ang samahan nito)
formation-when = Mga pormasyong may
formation-when-hint = Titik ng piyesa at parisukat, gaya ng “Fb1 Se2 .e3”; bakanteng parisukat ang tuldok. Mga titik: 5 4 3 2 1 mga Heneral, C Koronel, L Tenyente Koronel, M Mayor, K Kapitan, A at B mga Tenyente, T Sarhento, P Pribado, S Espiya, F Watawat.
formation-mirror = Ituring na iisa ang mirror image
formation-weighted = Timbangin ayon sa rating
formation-edit = Buksan sa editor
formation-mirror-link = Mirror image
formation-table = Ang pormasyon bilang table
formation-as-it-stands = Tuwid
formation-mirrored = Naka-mirror
formation-unused = Walang tapos na larong nagsimula sa pormasyong ito o sa mirror image nito.
formation-filtered = May mga larong naka-filter.
formation-all-games = Lahat ng laro
formation-around = Mga kahawig na pormasyon
formation-distance = Layo
formation-distance-words = Bilang ng parisukat kung saan magkaiba ang dalawang pormasyon, o ang isa at ang mirror image ng isa pa.
formation-nearest = Mga pinakamalapit na pormasyon
formation-of-white = Pormasyon ng Puti
formation-of-black = Pormasyon ng Itim
takes-home-square = isulat ang parisukat mula a1 hanggang i3, gaya ng b1
takes-rank = isulat ang titik ng piyesa, gaya ng F
takes-conditions = isulat ang mga piyesa at parisukat gaya ng Fb1 Se2, hanggang sampu
formations-scale = Sukatan sa porsiyento
formations-strategies = Mga estratehiya
formation-strategy = Estratehiya
formation-follows = Estratehiya:
strategy-blitzkrieg = Blitzkrieg
strategy-blitzkrieg-words = Lima o higit pa sa 5★ hanggang 2★ at mga Espiya sa isang gilid
strategy-banzai-charge = Banzai Charge
strategy-banzai-charge-words = Lima o higit pang Pribado sa harap na hanay
strategy-slow-moving-shield = Slow-Moving Shield
strategy-slow-moving-shield-words = Anim o higit pa sa 5★ hanggang Mayor sa harap na hanay
strategy-rampaging-bulls = Rampaging Bulls
strategy-rampaging-bulls-words = 5★ at 4★ sa harap na hanay, sa magkabilang gilid
strategy-strongholds = Strongholds
strategy-strongholds-words = Watawat sa likod, napapaligiran, dalawang bantay na 5★ hanggang 2★ o Espiya
strategy-clustered-task-forces = Clustered Task Forces
strategy-clustered-task-forces-words = Walong piyesa sa bawat gilid, may Espiya at Heneral na 2★ pataas
strategy-distributed-defense = Distributed Defense
strategy-distributed-defense-words = Tigdalawa sa 5★ hanggang 2★ at mga Espiya sa bawat ikatlong bahagi, walang magkatabi
