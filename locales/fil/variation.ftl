# Ang maaaring nangyari: mga tapos na larong may ibang ayos o ibang galaw.
variation-title = Paano kung …?
variation-words = Ituloy ang laro mula sa anumang galaw, o gawing iba ang isang piyesa. Humahatol ang tagahatol ayon sa mga ranggo ng laro; walang itinatago.
variation-hint = Pumili ng piyesa sa board: saka igalaw ito, o sabihin kung ano sana ito.
variation-move = Igalaw ito
variation-if = Paano kung ito ay …
variation-other = { $rank } (inilagay sa { $square })
variation-close = Walang pipiliing piyesa
variation-changed = Ang binago
variation-swapped = { $side }: nagpalit ng lugar ang mga piyesang inilagay sa { $one } at { $other }.
variation-undo = bawiin
variation-was = Sa laro
variation-would = Ngayon
variation-there = ipakita
variation-same = { $count ->
    [1] Gayon pa rin sana ang hatol sa nag-iisang galaw ng laro.
   *[other] Gayon pa rin sana ang hatol sa lahat ng { $count } galaw ng laro.
}
variation-otherwise = Mula rito, iba na sana ang takbo ng laro.
variation-goes-on = Hindi pa sana natapos dito ang laro.
variation-ends = Natapos ang laro: { $how }, { $result }.
variation-white = Puti ang titira.
variation-black = Itim ang titira.
variation-own = Itinuloy mula sa galaw { $ply }
variation-shorter = Bawiin ang huling galaw
variation-link = Link sa baryasyong ito
variation-link-hint = Maaari itong ilagay sa puna ng isang pagsusuri, o saanman.
variation-fresh = Magsimula muli
variation-no-swap = Hindi palitan ang { $swap }: banggitin ang dalawang parisukat na may inilagay na piyesa ang iisang panig
variation-swaps = hanggang { $most } palitan
variation-long = hanggang { $most } sariling galaw
variation-illegal = hindi magagawa ang galaw { $number } ng linyang ito
takes-swap = isulat ang mga palitan gaya ng a3c2.d1e2: tig-dalawang parisukat na may inilagay na piyesa ang iisang panig
takes-line = isulat ang mga galaw gaya ng e3-e4.d6-d5
