# What if: finished games with other set-ups or other moves.
variation-title = Paano kung …?
variation-words = Ituloy mula sa anumang galaw, o palitan ang ranggo ng isang piyesa. Gagamitin ng arbiter ang mga ranggo ng laro; walang ise-save.
variation-open-words = Ituloy mula sa anumang galaw; walang ise-save.
variation-hint = Pumili ng piyesa, saka igalaw ito o palitan ang ranggo.
variation-open-hint = Pumili ng piyesa sa board o sa hawak, saka kung saan ito pupunta.
variation-move = Igalaw sa
variation-if = Paano kung ito ay …
variation-other = { $rank } (unang inilagay sa { $square })
variation-close = I-deselect
variation-changed = Mga binago
variation-swapped = { $side }: pinagpalit ang mga piyesang unang inilagay sa { $one } at { $other }.
variation-undo = bawiin
variation-was = Sa laro
variation-would = Ngayon
variation-there = ipakita
variation-same = { $count ->
    [1] Pareho pa rin ang hatol sa nag-iisang galaw ng laro.
   *[other] Pareho pa rin ang mga hatol sa lahat ng { $count } galaw ng laro.
}
variation-otherwise = Mula rito, iba na sana ang takbo ng laro.
variation-goes-on = Hindi pa sana natapos dito ang laro.
variation-ends = Natapos ang laro: { $how }, { $result }.
variation-white = Puti ang titira.
variation-black = Itim ang titira.
variation-own = Itinuloy mula sa galaw { $ply }
variation-shorter = Bawiin ang huling galaw
variation-link = Link sa baryasyong ito
variation-link-hint = Magagamit ito sa komento ng review, o saanman.
variation-open-link-hint = Makikita ang baryasyong ito ng sinumang magbubukas nito.
variation-fresh = Magsimula ulit
variation-no-swap = hindi pagpapalit ang { $swap }: magbigay ng dalawang parisukat na pinaglagyan ng piyesa ng iisang panig
variation-swaps = hanggang { $most } pagpapalit
variation-long = hanggang { $most } sariling galaw
variation-illegal = bawal ang galaw { $number } ng linyang ito
takes-swap = isulat ang mga pagpapalit gaya ng a3c2.d1e2: tig-dalawang parisukat na pinaglagyan ng piyesa ng iisang panig
takes-line = isulat ang mga galaw gaya ng e3-e4.d6-d5
takes-open-line = isulat ang mga galaw gaya ng e3-e4.e7-e6
