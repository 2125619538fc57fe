/** Words that are in most of what people say, whatever it is about; grammar is left to `opposite-words.ts`. */
export const common = `
  actually again ago alone along already also anyway apart around away back bad bit bring brings brought came clear come comes coming couple course day days different
  else end ends enough even exactly far few fine full getting give gives giving given go goes going gone good great guess half happen happens hard have hear heard here hold home hope
  instead keep kept kind knew know known knows last later least leave leaves left let like likes likely line little live long look looks looking lot lots made main make makes making matter matters maybe
  mean means might mind minute moment more most move much near need needs new next nice nobody now often okay old once open other others part pass people person piece place point possible
  pretty probably put reach ready real really reason right round run said same saw say says see seems seen set several show side simply since single sit somehow someone sometimes soon sort stand stands start stay stays still stop stuff such sure
  talk tell tells thing things think though thought time times today told too took top true try trying turn turned turns two unless until usually very want wants way ways well went whatever whether while whole why wish won wont work works worked working world worth wrong year yes yet
  person persons happy love loves hate hates feel feels felt care cares line lines name-of touch touches touched actual own right-thing stick sticks believe believes big-deal trust-me bother bothered
  ab aber alles allem als also andere anderen anderer anderes anders auch besser besten bisschen brauche brauchen braucht bringen bringt da dabei dafür daher damit daran darauf darum das dass dauert deshalb deswegen dich dinge ding direkt doch
  dort drauf dran drin eben echt egal eigene eigenen einer einfach einmal eins einzige ende etwas fall fällt fast fertig finde finden fünf ganz ganze geben gegen gehe gehen geht genau gerade gern gerne gibt gleich glaube gut gute guten guter
  haben halt halte halten hand hat hier hin hinter hol hole holen immer irgendwas irgendwie jahr jahre jahren jemand jetzt kann kaum kein klar komme kommen kommt können lang lange lass lasse lassen lässt leben leicht leute leuten liegen liegt mach mal manchmal
  meine meisten mensch menschen mich minuten mir muss müssen möchte nehme nehmen nie niemand nimmt noch nun nur oben oft ohne ort paar passiert person raus recht rein richtig runter sache sachen sag sage sagen sagt schlecht schnell schon sehe sehen seit
  seite sicher so sonst später stehe stehen steht stelle stellen steht stellt stimmt tag tage teil tu tue tun tut überall überhaupt übrigens unten viel viele vielleicht voll vorne wann warte weg weil weiß weit weiter welche welcher wenig wenigstens wer werde werden wichtig wieder will wirklich wissen
  wo woche zeit zeug ziemlich zwei zwischen leider lieber lieb liebe hasse mag wert
  ahora algo alguien así aunque bien bueno cada casi claro cosa cosas cual cuando cuenta dar decir dejar deja digo donde dos entonces estar está están estoy forma general gente gusta hace hacer hago hasta hay ir luego mal manera más mejor mismo momento mucho mundo nada necesito nuevo
  otra otro para parte pasa paso pero poco poder porque primero problema pronto puedo quiero quien saber sé seguro ser siempre sino sobre solo tal también tanto tener tengo tiempo tiene todo trabajo uno va vamos veces ver vez vida voy ya
  aller aussi autre autres avant avec avoir beaucoup bien bon bonne ceux chose choses comme comment contre dans demain depuis dire dis dit donc encore entre être faire fait faut fois gens ici jamais jour juste là mais mal même mettre mieux moins monde moi notre
  nouveau nouvelle ou où parce part pas passer petit peu peut peux plus plutôt pour pourquoi prendre prends près quand quelque quelqu'un rien sais sans savoir sera seul seulement si sinon sous souvent suis sur tant temps tenir tiens toujours tous tout toute toutes travail très trop trouver va venir vers veut veux vie voir vois vraiment
  做 好 说 看 想 人 东西 时候 事 大家 可以 知道 觉得 自己 还 再 又 很 太 多 少 一个 这样 那样 现在 以后 所有 拿 用 对 是 给 让 成 出 下 上 里 到 得 过 能 会 开 放 真 没 啊 呀 嘛 呢 吧 才 只 等 急 们
  durch fürs nachher grundsätzlich grundsätzliche sogar selber selbst trotzdem überhaupt sofern falls zuerst vorher dazu daraus dessen deren ihnen ihre ihrem ihren sein seine seinem seinen dieser diese dieses diesen eurer eure
  yo tú él ella ellos ellas usted este esta esto ese esa eso esos esas aquel fue soy eres somos son ha han he había qué quién cómo cuándo dónde también les nos ni
  je tu il elle nous vous ils elles une un des mes ses tes leurs cette ces cet qui que quoi dont cela ça été ai as avons ont était suis es sommes sont en y me te se lui leur
  call calls called calling using used look looked looking hand handed seen saw whose itself handle handles handled
`
