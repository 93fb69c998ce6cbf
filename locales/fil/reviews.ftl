# Mga pagsusuri: ang puna ng mga tao sa mga galaw ng mga tapos na laro, at ang halaga ng mga tala nila habang naglalaro.
reviews-title = Aking mga pagsusuri
reviews-words = Ang isinulat mo tungkol sa mga tapos na laro. Sa iyo lamang ang isang pagsusuri hanggang ilathala mo ito.
reviews-none = Wala ka pang isinulat na pagsusuri. Buksan ang isang tapos na laro at doon magsimula.
reviews-of-game = Mga pagsusuri
review-new = Magsimula ng pagsusuri
review-about = Mga puna sa mga galaw, may mga tanda, parisukat at palaso. Ikaw lamang ang makakakita hanggang ilathala mo.
review-title = Pamagat
review-title-hint = Hanggang { $most } karakter.
review-begin = Magsimula
review-by = ni
review-private = para sa iyo lamang
review-published = nakalathala
review-remarks = { $count ->
    [one] isang puna
   *[other] { $count } puna
}
review-all = Lahat ng puna
review-none = Wala pang puna.
review-words = Komento
review-words-hint = Hanggang { $most } karakter.
review-glyph = Tanda
review-no-glyph = wala
review-marks = Mga parisukat at palaso
review-marks-hint = Gaya ng “Ge4 Rd5d6”: G berde, R pula, Y dilaw, B asul; isang parisukat, o dalawa para sa palaso. Hanggang { $most }.
review-marks-wrong = isulat ang mga parisukat at palaso gaya ng Ge4 o Rd5d6, may puwang sa pagitan
review-save = I-save ang puna
review-who = Sino ang makakakita
review-who-words = Kapag nakalathala, makikita ito ng lahat sa tabi ng laro, kasama ang pangalan mo.
review-quiet = Wala ka sa mga listahan, kaya sa iyo lamang ang isinusulat mo.
review-publish = Ilathala
review-withdraw = Itago muli para sa akin
review-remove = Alisin ang pagsusuri
review-green = Berde
review-red = Pula
review-yellow = Dilaw
review-blue = Asul
done-review-begun = Nasimulan na ang pagsusuri. Pumunta sa isang galaw at sumulat.
done-review-saved = Na-save ang puna.
done-review-published = Nailathala ang pagsusuri.
done-review-withdrawn = Ikaw na lamang ang makakakita sa pagsusuri.
note-right = tama
note-wrong = mali
note-score = Brier score { $score }
notes-scored = Mga talang nagbanggit ng isang ranggo: { $count }. Brier score { $score } sa karaniwan (0 ang pinakamahusay, 1 ang pinakamasama).
