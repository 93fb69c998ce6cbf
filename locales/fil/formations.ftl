# Ang tagasuri ng mga pormasyon.
formations-title = Mga pormasyon
formations-words = Ano ang nakatayo saan sa mga pormasyon ng mga tapos na laro, paano nagtagumpay ang mga ito, at alin ang magkakahawig.
formations-games = { $count ->
    [1] May isang ganitong laro.
   *[other] May { $count } ganitong laro.
}
formations-counted = { $count ->
    [1] Isang pormasyon ang tugma.
   *[other] { $count } pormasyon ang tugma.
}
formations-score = Ang iskor ng mga ito ay
formations-none = Walang tugmang pormasyon.
formations-preparing = Binibilang pa ang mga pormasyon matapos ang pag-restart. Subukan muli pagkaraan ng isang minuto.
formations-weighted-words = Mas mabigat ang mga pormasyon ng mas malalakas na manlalaro.
formations-where = Saan nakatayo ang isang piyesa
formations-rank = Piyesa
formations-board = { $rank }: mga pormasyong may ganito sa bawat parisukat, sa porsiyento, mula sa sariling panig
formations-figures = May mga laro, agwat at iskor
formations-on = Ano ang nakatayo sa { $square }
formations-grid = Bawat parisukat at bawat piyesa
formations-grid-words = Sa porsiyento ng mga pormasyon. Ang parisukat ay patungo sa mga bilang nito.
formations-popular = Pinakaginagamit
formations-popular-words = Iisa rito ang pormasyon at ang larawan nito sa salamin.
formations-examples = Mga pinakabagong laro
formations-mine = Aking mga pormasyon sa laro
formations-mine-words = Ikaw lamang ang nakakakita sa pahinang ito. Nagiging hayag ang iyong mga pormasyon kasama ng mga larong pinaggamitan mo kapag tapos na ang mga iyon; sa iyo lamang ang itinatabi mong hindi pa nagagamit.
formations-no-player = Wala pang manlalaro ang iyong account.
formations-none-mine = Wala pang pormasyong makikita sa mga tapos mong laro.
formations-flag = Saan nakatayo ang iyong Flag
formations-flag-words = Bahagi ng iyong mga pormasyon sa porsiyento; isinalamin kung nasa kanan ang Flag
formations-kept-words = Paano nagtagumpay sa sarili mong mga laro ang mga itinatabi mo, tuwid man o isinalamin.
formations-used = Mga pormasyong ginamit mo
formation = Pormasyon
formation-ask = Hanapin ang isang pormasyon
formation-show = Ipakita
formation-games = { $count ->
    [1] isang laro
   *[other] { $count } laro
}
formation-apart = { $count ->
    [1] isang parisukat ang naiiba
   *[other] { $count } parisukat ang naiiba
}
formation-within = { $count ->
    [1] hanggang isang parisukat ang naiiba
   *[other] hanggang { $count } parisukat ang naiiba
}
formation-score = Iskor %
formation-share = Bahagi %
formation-square = Parisukat
formation-piece = Piyesa
formation-nothing = wala
formation-side = Panig
formation-pool = Grupo ng rating
formation-min-rating = Rating, di bababa sa
formation-max-rating = Rating, di hihigit sa
formation-season = Season (bilang, kasama ang organisasyon nito)
formation-when = Ano ang nakatayo saan
formation-when-hint = Ano ang nakatayo saan: titik ng piyesa at parisukat, gaya ng “Fb1 Se2 .e3”; bakanteng parisukat ang tuldok. Mga titik: 5 4 3 2 1 para sa mga Heneral, C Colonel, L Lieutenant Colonel, M Major, K Captain, A at B mga Lieutenant, T Sergeant, P Private, S Spy, F Flag.
formation-mirror = Iisa ang larawan sa salamin
formation-weighted = Tinimbang ayon sa rating
formation-edit = Buksan sa editor
formation-mirror-link = Larawan sa salamin
formation-table = Ang pormasyon bilang talahanayan
formation-as-it-stands = Gaya ng nakatayo
formation-mirrored = Isinalamin
formation-unused = Walang tapos na larong nagsimula sa pormasyong ito o sa larawan nito sa salamin.
formation-filtered = Hindi lahat ng laro ang binilang dito.
formation-all-games = Lahat ng laro
formation-around = Mga kahawig na pormasyon
formation-distance = Layo
formation-distance-words = Mga parisukat kung saan magkaiba ang hawak ng dalawa, o ng isa at ng larawan sa salamin ng ikalawa.
formation-nearest = Mga pinakamalapit na pormasyon
formation-of-white = Pormasyon ng Puti
formation-of-black = Pormasyon ng Itim
takes-home-square = isulat ang parisukat mula a1 hanggang i3, gaya ng b1
takes-rank = isulat ang titik ng piyesa, gaya ng F
takes-conditions = isulat ang mga piyesa at parisukat gaya ng Fb1 Se2, hanggang sampu
