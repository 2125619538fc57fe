import { normalized } from '../domain/text/combining-marks.ts'

/**
 * Words that negate a sentence or make an exception, by language. An omission in a quote must not drop one, and the
 * words beside a quote are searched too. Words of another meaning in another language are left
 * out if they are frequent there.
 */
const wordsOfLanguages: Record<string, string> = {
  english: `not no never none nobody nothing nowhere neither nor cannot without except unless hardly rarely seldom barely
    scarcely avoid refuse stop cant dont doesnt didnt wont isnt arent wasnt werent shouldnt wouldnt couldnt mustnt havent hasnt aint`,
  german:
    'nicht nichts nie niemals niemand nirgends kein keine keinen keinem keiner keines ohne weder außer kaum selten',
  dutch: 'niet niets nooit niemand nergens geen zonder behalve tenzij',
  french: 'ne non pas jamais rien aucun aucune personne sans sauf',
  spanish: 'no nunca jamás nada nadie ningún ninguno ninguna tampoco sin salvo excepto',
  portuguese: 'não nunca jamais nada ninguém nenhum nenhuma nem sem exceto',
  italian: 'non mai nulla niente nessuno nessun nessuna né senza tranne',
  romanian: 'nu niciodată nimic nimeni niciun nicio fără',
  scandinavian: 'inte ej icke ikke ikkje aldrig aldri ingen inget inga intet ingenting utan uden uten',
  finnish: 'ei emme ette eivät älä älkää koskaan ilman',
  polish: 'nie nigdy nic nikt żaden żadna żadne ani bez',
  czech: 'ne není nejsou nikdy nic nikdo žádný žádná žádné ani bez',
  hungarian: 'nem ne nincs nincsenek soha semmi senki sem nélkül',
  turkish: 'değil yok asla hiç hiçbir',
  russian: 'не ни нет нельзя никогда ничего никто никакой никакие без кроме',
  ukrainian: 'не ні немає ніколи нічого ніхто без крім',
  bulgarian: 'не няма никога нищо никой без',
  greek: 'δεν δε μην μη όχι ποτέ τίποτα κανείς χωρίς',
  arabic: 'لا لم لن ليس ليست ما غير أبدا أبدًا بدون دون إلا',
  hebrew: 'לא אין אל בלי ללא לעולם מעולם אף',
  persian: 'نه نیست هرگز هیچ بدون جز مگر',
  hindi: 'नहीं न मत ना कभी बिना',
  vietnamese: 'không chẳng chưa đừng chớ',
  indonesian: 'tidak bukan jangan belum tanpa kecuali',
  korean: '안 못',
}

/** Negations of languages that put no spaces between words, and the stems of Korean ones. */
const parts = [
  '不',
  '没',
  '沒',
  '未',
  '无(?!论)',
  '無(?!論)',
  '勿',
  '(?<![特区區分级級类類个個差])[别別]',
  '非(?!常)',
  '莫',
  '否',
  '除',
  'ない',
  'なく',
  'なか',
  'なし',
  'ません',
  'ずに',
  '않',
  '없',
  '못',
  '아니',
  '말고',
  '마세요',
  '마라',
  '금지',
  'ไม่',
  'อย่า',
  'ห้าม',
]

const words = Object.values(wordsOfLanguages).flatMap((list) => list.split(/\s+/))

const negation = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${words.join('|')})(?![\\p{L}\\p{M}])|n['’]t(?!\\p{L})|(?<!\\p{L})n['’](?=\\p{L})|${parts.join('|')}`,
  'iu',
)

/** Whether a text has a word that negates, in any of these languages. */
export const negates = (text: string): boolean => negation.test(normalized(text))

/** A negation right behind a clause, in languages that put it there. */
const negatedAfter =
  /^[\s*_`~]*(?:(?:nicht|nie|niemals|niet|nooit|pas|jamais|inte|ikke|aldrig|aldri|değil)(?!\p{L})|않|못하|없|ない|なく|なか|ません)/iu

/** Whether a text continues a clause by negating it. */
export const continuesNegated = (text: string): boolean => negatedAfter.test(normalized(text))
