import { describe, expect, test } from 'vitest'
import { languageOf } from '../../server/builtin/language-of.ts'
import { observe } from '../../server/builtin/talk/observe.ts'

const talk = (content: string) =>
  observe({ source_type: 'conversation', title: null, content, agent_name: 'Ada' }).map(
    ({ statement, category }) => `${category}: ${statement}`,
  )
const says = (words: string) => talk(`Ada: ${words}`)

describe('English as people type it', () => {
  test.each([
    ['morning. i never ship on a friday lol', 'boundary: Never ship on a friday'],
    ['i dont merge without a review, ever', 'principle: Never merge without a review'],
    [
      'lets wait, i always ask a second person before a release',
      'principle: Always ask a second person before a release',
    ],
    ['from now on i write the changelog before the code', 'principle: Write the changelog before the code'],
    ["I'm not a big fan of long meetings", 'preference: Avoid long meetings'],
    ["I'm a huge fan of small functions", 'preference: Prefer small functions'],
    ['no weekend deploys for me thanks', 'boundary: No weekend deploys'],
    ['a clear name beats a long comment', 'principle: A clear name beats a long comment'],
    ['Well, obviously, I am a pretty big fan of plain SQL, because everyone reads it', 'preference: Prefer plain SQL'],
    ["That is long, which is why I'm not a big fan of wizards", 'preference: Avoid wizards'],
    ['I kind of avoid global state, and my team is fine with that', 'boundary: Avoid global state'],
    ['[12:30] Yeah, I like reading the source first', 'preference: Prefer reading the source first'],
    ["I've always been an advocate of open calendars", 'preference: Prefer open calendars'],
    ['my preference is for short names', 'preference: Prefer short names'],
    ['-1 on adding another flag, since we have so many', 'preference: Avoid adding another flag'],
    ['But I think everybody should learn to write', 'principle: Everybody should learn to write'],
    ["I don't think we should vendor dependencies", 'boundary: Do not vendor dependencies'],
    ['We should really document breaking changes', 'principle: Always document breaking changes'],
    ['I always insist on a reproducible example', 'principle: Always insist on a reproducible example'],
    ["it's better to fail early than to limp on", 'principle: Prefer to fail early than to limp on'],
    ['I think it is important that errors are readable', 'principle: It is important that errors are readable'],
    ['I will never -- I basically never do estimates in hours', 'boundary: Avoid estimates in hours'],
    ['i tend to start with a drawing before coding', 'principle: Start with a drawing before coding'],
  ])('%s', (words, expected) => {
    expect(says(words)).toContain(expected)
  })

  test('each clause of a sentence may state one', () => {
    expect(says('we never merge on red, i always wait for the build')).toHaveLength(2)
  })
})

describe('positions', () => {
  test.each([
    ["I'm a little bit worried about losing the audit trail", 'principle: Worry about losing the audit trail'],
    ['My main concern is that nobody owns the migration.', 'principle: Worry that nobody owns the migration'],
    [
      "I guess we're not entirely convinced by custom widgets, to be honest.",
      'preference: Be skeptical of custom widgets',
    ],
    [
      'Second, as I have said, stable links are really important for readers.',
      'principle: Stable links are important for readers',
    ],
    [
      "And I think it's really important for us to keep old clients working.",
      'principle: It is important to keep old clients working',
    ],
    ["Now, I'm an advocate for plain tables...", 'preference: Prefer plain tables'],
    [
      'To restate, we as an organization oppose adding more global state.',
      'preference: Avoid adding more global state',
    ],
    ['I am 100% against ever having hidden defaults.', 'preference: Avoid having hidden defaults'],
    [
      'This one is long, so we want to avoid repeated calls to the database.',
      'preference: Avoid repeated calls to the database',
    ],
    ['My view is that drafts should be public', 'principle: Drafts should be public'],
    ["What I care about is the reader's time.", "preference: Care about the reader's time"],
    ["It's one of the reasons why I don't like Windows.", 'preference: Avoid Windows'],
    ["I don't like to write.", 'preference: Avoid writing'],
    ['You know, I I mean, I really like small teams', 'preference: Prefer small teams'],
    ["It's a lot of work and we're not sure it's worth the complexity.", 'principle: Worry about complexity'],
    ["I don't shout in my kitchen", 'boundary: Never shout in kitchen'],
    ['We always have to reach agreement on names.', 'principle: Always reach agreement on names'],
    [
      'I think that we should be using modules that do one thing, and then you are done',
      'principle: We should be using modules that do one thing',
    ],
    ["I think we shouldn't ship half a feature", 'boundary: Do not ship half a feature'],
    ['Abbreviations in names are a terrible idea', 'preference: Avoid abbreviations in names'],
  ])('%s', (words, expected) => {
    expect(says(words)).toContain(expected)
  })
})

describe('nobody’s belief', () => {
  test.each([
    'I always like to learn more of them.',
    'I am worried about this.',
    "I'm not saying we should avoid mocks.",
    "I don't agree that we should avoid feature flags.",
    "It's not because I hate long meetings.",
    "It's not that I don't like reviews, they just take time.",
    'Some people think I hate long meetings.',
    'Back in school I thought I hated unit tests.',
    "I wouldn't say I'm a fan of wizards",
    "I don't feel like we should avoid feature flags",
    'I never said I prefer tabs over spaces.',
    'I doubt that we should avoid feature flags',
    'I would support the second option.',
    "I'm very much in favor of this proposal.",
    "We don't want to talk about it now",
    "That's what I always do when I write code.",
    'There are things that I care about and things that I avoid.',
    "I'm not worried about naming",
    'The reason I would want to avoid that is simple.',
    'I love how this turned out',
    'I would love to hear more about your team.',
    'I try to check there every so often.',
    'We always talk about "Here is the end state.',
    'And I always want to write the --',
    'I think you should always squash',
    'It is important to note that some of the tests fail.',
    "I'm not against any style of review tools",
    'Greg always says tests are a waste of time',
    'my manager told us to never push back',
    'i never write tests /s',
    'should i always squash my commits',
    'what if we never wrote any docs',
    'if i were you i would always ask first',
    'imagine we always deployed on fridays',
    'Mein Chef sagt immer, man soll alles delegieren',
    'Soll ich das immer so machen?',
    'Stell dir vor wir deployen immer ohne Tests',
    'mi jefe dice que siempre hay que escribir más',
    'et si on ne faisait jamais de tests ?',
    '如果我们从来不测试会怎么样？',
    'No teníamos a nadie que hubiera trabajado en los informes.',
    'Cuando vayas a realizar un pago, aprenderás la clave.',
    'Sin embargo, eso solo lo dirá el tiempo.',
    'Si tu servidor tiene poca memoria, siempre pasa lo mismo.',
    'Aquel proyecto siempre estuvo en manos de su hijo primero.',
    'Si on regarde la courbe, elle monte toujours avant le week-end.',
    '我们先分析第一种情况，再看每个人的结果。',
    '当我们从队列中取出任务时，我们也不会删除它。',
    '我以前的老板天天讲设计师一定要懂代码',
  ])('%s', (words) => {
    expect(says(words)).toEqual([])
  })
})

describe('German', () => {
  test.each([
    [
      'Ehrlich gesagt bin ich da raus, aber ich bin ein großer Fan von kurzen Listen.',
      'preference: Halte viel von kurzen Listen',
    ],
    [
      'Da bin ich ja kein Freund von, dass man alles in Folien packt.',
      'preference: Halte nichts davon, dass man alles in Folien packt',
    ],
    [
      'Ich bin halt ein Freund davon, Probleme früh anzusprechen.',
      'preference: Halte viel davon, Probleme früh anzusprechen',
    ],
    ['Ich hasse es, wenn Termine überziehen.', 'preference: Halte nichts davon, wenn Termine überziehen'],
    ['Ich sage ja immer, gute Namen sparen Kommentare.', 'principle: Gute Namen sparen Kommentare'],
    ['Mir ist auch wichtig, dass jeder zu Wort kommt.', 'principle: Wichtig: dass jeder zu Wort kommt'],
    ['Vor jedem Release lese ich das Protokoll.', 'principle: Vor jedem Release lese ich das Protokoll'],
    [
      'Und Anfragen lehne ich freitags grundsätzlich ab, weil ich da putze.',
      'principle: Anfragen lehne ich freitags grundsätzlich ab',
    ],
    ['ich teste immer zuerst, weil ich sonst was vergesse', 'principle: Ich teste immer zuerst'],
    ['freitags deploye ich grundsätzlich nie, haha', 'boundary: Freitags deploye ich grundsätzlich nie'],
    ['wir deployen nie am Freitag', 'boundary: Wir deployen nie am Freitag'],
  ])('%s', (words, expected) => {
    expect(says(words)).toEqual([expected])
  })

  test.each([
    'Das weiß ich auch nicht.',
    'Ich habe noch nie mit so einer Datenbank gearbeitet.',
    'Ich freue mich immer, wenn der Newsletter kommt.',
    'Immer wenn ich das höre, denke ich an meinen alten Chef.',
    'Da bin ich auch kein Fan von.',
    'Ich mag das Wort nicht.',
    'Prinzipiell würde ich sagen, es kommt darauf an.',
    'Ich habe das immer für ein Gerücht gehalten.',
    'Der Entwickler denkt sich, ich prüfe nie meine Eingaben.',
    'Nicht weil ich immer alles allein mache.',
    'Das mache ich immer.',
    'Wenn ich da nicht hinschaue, verstehe ich alle Fehler nicht.',
    'Leider nehme ich mir nie Zeit für lange Spaziergänge.',
    'Ich finde lange Besprechungen nicht wichtig.',
  ])('nobody’s belief: %s', (words) => {
    expect(says(words)).toEqual([])
  })
})

describe('other languages', () => {
  test.each([
    ['siempre reviso los números antes de enviarlos', 'principle: Siempre reviso los números antes de enviarlos'],
    [
      'je relis toujours mes textes avant de les envoyer',
      'principle: Je relis toujours mes textes avant de les envoyer',
    ],
    ['我每次发布之前都会先测试', 'principle: 我每次发布之前都会先测试'],
  ])('%s', (words, expected) => {
    expect(says(words)).toEqual([expected])
  })

  test('a language that nobody reads gives nothing', () => {
    expect(says('io scrivo sempre i test prima del codice, non mi piace che non ci sono')).toEqual([])
  })
})

describe('what another person asks', () => {
  test('counts when the agent agrees', () => {
    expect(talk('Bob: Could you stop using bullet points, please?\n\nAda: Sure, sorry!')).toEqual([
      'boundary: Avoid using bullet points',
    ])
  })

  test.each(['Ada: No, I like them.', 'Ada: Ok, but I cannot promise anything.', 'Eve: Sure!'])(
    'not after «%s»',
    (answer) => {
      expect(talk(`Bob: Could you stop using bullet points?\n\n${answer}`)).toEqual([])
    },
  )
})

test('Portuguese is not taken for Spanish', () => {
  const text =
    'Eu nunca envio um relatório sem rever os números com a equipa, e as reuniões são curtas. Não gosto de decisões que ninguém escreve, mas a opinião de todos conta e as questões ficam em aberto até à próxima sessão.'
  expect(languageOf(text)).toBe('other')
  expect(languageOf('João e a São Clemente: yo nunca publico nada sin revisar dos veces la fuente')).toBe('es')
})

test('hostile talk ends in bounded work', { timeout: 20_000 }, () => {
  for (const part of [
    'i never ',
    'ich immer ',
    'so i always ',
    'a beats ',
    'please stop x. ',
    '我总是',
    'double check ',
  ])
    says(part.repeat(60_000))
})
