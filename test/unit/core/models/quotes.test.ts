import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteFinder } from '#core/models/quotes.ts'

/** A model's quote finds the content's own passage, or none (behavior: Reading with a language model). */

const passage = (content: string, quote: string) => quoteFinder(content)(quote)

describe('another way to write the same words', () => {
  const parcel = 'I always weigh a parcel twice — then I seal it…'
  test.each([
    ['a hyphen for a dash', parcel, 'I always weigh a parcel twice - then I seal it', parcel.slice(0, -1)],
    ['points for an ellipsis', parcel, 'then I seal it...', 'then I seal it…'],
    ['a full stop more', parcel, 'I always weigh a parcel twice.', 'I always weigh a parcel twice'],
    [
      'an en dash',
      'Pages 3–5 first, − then the rest',
      'pages 3-5 first – then the rest',
      'Pages 3–5 first, − then the rest',
    ],
    ['a full stop less', 'Salt the water. Always.', 'Salt the water', 'Salt the water'],
    ['another case', 'Salt the WATER first', 'salt the water first', 'Salt the WATER first'],
    ['guillemets', 'Je dis « toujours » le prix.', 'je dis "toujours" le prix', 'Je dis « toujours » le prix'],
    [
      'low quotes',
      'Wir sagen „Moin“, nie „Hallo“.',
      "wir sagen 'Moin', nie 'Hallo'.",
      'Wir sagen „Moin“, nie „Hallo“.',
    ],
    ['a typed apostrophe', 'I don’t ship on a Friday', "I don't ship on a Friday", 'I don’t ship on a Friday'],
    [
      'spaces that do not break',
      'Count\u00a0the\u202fstock  twice',
      'Count the stock twice',
      'Count\u00a0the\u202fstock  twice',
    ],
    ['invisible characters', 'Label every box', 'Label\u200b every\ufeff bo\u00adx', 'Label every box'],
    [
      'line breaks',
      'Label every box\r\n  on both sides',
      'Label every box on both sides',
      'Label every box\r\n  on both sides',
    ],
    ['decomposed letters', 'Grüße jeden Gast', 'Gru\u0308ße jeden Gast', 'Grüße jeden Gast'],
    [
      'composed letters',
      'Soigne les acce\u0301le\u0301re\u0301s',
      'soigne les accélérés',
      'Soigne les acce\u0301le\u0301re\u0301s',
    ],
    ['fullwidth punctuation', '先写测试，再修改代码。', '先写测试,再修改代码', '先写测试，再修改代码'],
    ['fullwidth letters', 'ＡＰＩを先に直す', 'APIを先に直す', 'ＡＰＩを先に直す'],
  ])('%s', (_, content, quote, own) => {
    expect(passage(content, quote)).toBe(own)
  })

  test.each([
    ['emphasis', 'We **never** _ever_ ship `main`', 'we never ever ship main', 'We **never** _ever_ ship `main`'],
    ['emphasis that the content lacks', 'Water the plants', '**Water** the `plants`', 'Water the plants'],
    ['links', 'Read [the log](https://a.b/c_(d)) first', 'Read the log', 'Read [the log'],
    [
      'links in the middle',
      'Read [the log](/log "all of it") first',
      'Read the log first',
      'Read [the log](/log "all of it") first',
    ],
    ['list markers', '1. Wash\n2. Dry\n- [x] Fold', 'Wash Dry Fold', 'Wash\n2. Dry\n- [x] Fold'],
    ['list markers that the content lacks', 'Dry it', '3. Dry it', 'Dry it'],
    ['headings and quotations', '## Rules\n> Dry it', 'Rules: dry it', 'Rules\n> Dry it'],
  ])('Markdown: %s', (_, content, quote, own) => {
    expect(passage(content, quote)).toBe(own)
  })
})

describe('an omission', () => {
  test.each([
    ['I always weigh a parcel twice before I seal it.', 'I always weigh … before I seal it', 0, 46],
    ['I always weigh a parcel twice before I seal it.', 'I always weigh ... before [...] seal it', 0, 46],
    ['Wir prüfen jede Rechnung am Freitag noch einmal.', 'Wir prüfen … noch einmal', 0, 47],
    ['我们总是在发布之前先写测试。', '我们总是…先写测试', 0, 13],
    ['Мы всегда проверяем отчёт дважды', 'Мы всегда (…) дважды', 0, 32],
  ])('within a sentence is the whole passage: %s', (content, quote, start, end) => {
    expect(passage(content, quote)).toBe(content.slice(start, end))
  })

  test('of nothing joins what stands together, and the ellipses of the content are its own', () => {
    expect(passage('Wait... what? Test it', 'Wait … what … test it')).toBe('Wait... what? Test it')
    expect(passage('Wash. Dry.', 'Wash […] Dry.')).toBe('Wash. Dry.')
  })

  test.each([
    ['I do not ship on a Friday.', 'I do … ship on a Friday'],
    ['I don’t ship late, I test.', 'I … ship late'],
    ['We never, ever, merge on red.', 'We … merge on red'],
    ['We ship without any review at all', 'We ship … at all'],
    ['Ich liefere freitags nicht gern aus', 'Ich liefere … gern aus'],
    ['Nous ne livrons pas le vendredi', 'Nous … le vendredi'],
    ["Il n'est jamais trop tard", 'Il … trop tard'],
    ['No publico nunca los viernes, siempre reviso', 'publico … siempre reviso'],
    ['Мы никогда не пишем ночью', 'Мы … пишем ночью'],
    ['我们从来不在周五发布', '我们…在周五发布'],
    ['金曜日は絶対にデプロイしないと決めた', '金曜日は…と決めた'],
    ['우리는 금요일에 배포하지 않고 쉰다', '우리는 금요일에 … 쉰다'],
    ['نحن لا ننشر يوم الجمعة', 'نحن … يوم الجمعة'],
  ])('that drops a negation is none: %s', (content, quote) => {
    expect(passage(content, quote)).toBeUndefined()
  })

  test.each([
    ['at the beginning', 'I never ship on a Friday.', '…ship on a Friday'],
    ['at the end', 'Ich teste freitags, aber abends nicht.', 'Ich teste freitags …'],
    ['without a mark, before', 'I never ship on a Friday.', 'ship on a Friday'],
    ['without a mark, behind', 'Ich teste freitags nicht.', 'Ich teste freitags'],
    ['without a mark, in Japanese', '金曜日にデプロイしない', '金曜日にデプロイし'],
    ['inside a word', 'I cannot wait for a review', 'I can'],
  ])('that drops a negation %s is none', (_, content, quote) => {
    expect(passage(content, quote)).toBeUndefined()
  })

  test('keeps to the occurrence that says so', () => {
    expect(passage('I never ship on a Friday. On Mondays I ship on a Friday plan.', 'ship on a Friday')).toBe(
      'ship on a Friday',
    )
  })

  test.each([
    ['sentences', 'We always test. My brother ships on Fridays.', 'We always … ships on Fridays'],
    ['items of a list', '- We always test the code\n- They ship on Fridays', 'We always … ship on Fridays'],
    ['paragraphs', 'We always test\n\nthey ship on Fridays', 'We always … ship on Fridays'],
    ['Chinese sentences', '我们总是测试。他们在周五发布。', '我们总是…在周五发布'],
    ['far places', `We always ${'very '.repeat(60)}test`, 'We always … test'],
    ['words in another order', 'First dry, then fold', 'then fold … First dry'],
  ])('that joins %s is none', (_, content, quote) => {
    expect(passage(content, quote)).toBeUndefined()
  })
})

describe('words that are not there', () => {
  const content = 'I always weigh a parcel twice, then I seal it.'
  test.each([
    'I always weigh a parcel thrice',
    'I weigh a parcel twice',
    'I always weigh parcels twice',
    'I always weigh a parcel twice and then I seal it',
    'weigh a par',
    'ways weigh a parcel',
    'I never weigh a parcel twice',
    '',
    '…',
    '"..."',
    '🚀',
  ])('are no quote: %s', (quote) => {
    expect(passage(content, quote)).toBeUndefined()
  })

  test('is also so for numbers and names that differ in a sign', () => {
    expect(passage('Use C for drivers', 'Use C++ for drivers')).toBeUndefined()
    expect(passage('Wait 1.5 hours', 'Wait 15 hours')).toBeUndefined()
    expect(passage('Raise prices by 5 euros', 'Raise prices by 5%')).toBeUndefined()
  })
})

test('hundreds of quotes in a megabyte that repeats itself are none, within the time of a test', () => {
  const texts = [
    `${'a '.repeat(999)}c `.repeat(500),
    '…'.repeat(500_000),
    ']('.repeat(500_000),
    '> '.repeat(500_000),
    "l'".repeat(500_000),
  ]
  for (const content of texts) {
    const find = quoteFinder(content)
    for (let at = 0; at < 100; at++) expect(find(`${'a '.repeat(1000)}… c c`)).toBeUndefined()
  }
})

test('any other punctuation, case and composition finds the same words, and any other word finds none', () => {
  const word = fc.constantFrom(
    'écrire',
    'tests',
    'Grüße',
    'twice',
    'я',
    'проверяю',
    'boxes',
    'ＡＰＩ',
    'don’t',
    '先',
    'ﬁrst',
  )
  const gap = fc.constantFrom(' ', ' — ', ', ', '\n', '\u00a0', ' ** ', ': «', '… ', ' “')
  const form = fc.constantFrom<(text: string) => string>(
    (text) => text.normalize('NFD'),
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => `\u200b${text}`,
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap, gap), { minLength: 2, maxLength: 12 }), form, (parts, reshape) => {
      const content = parts.map(([text, own]) => text + own).join('')
      const find = quoteFinder(`zebra ${content}`)
      const copied = parts.map(([text, , other]) => reshape(text) + other)
      expect(quoteFinder(find(copied.join(''))!)(content)).toBeDefined()
      expect(find(copied.toSpliced(1, 1, 'zebra ').join(''))).toBeUndefined()
    }),
  )
})
