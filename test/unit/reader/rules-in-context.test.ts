import { describe, expect, test } from 'vitest'
import { readLostLines } from '#reader/rules-files/lost-lines.ts'
import { lostReasons } from '#reader/rules-files/lost-reasons.ts'
import { readRules } from '#reader/rules-files/rules.ts'
import { statementRules, statementVerdict } from '#reader/rules-files/sentence-rules.ts'
import { columnRules } from '#reader/rules-files/table-cells.ts'
import { speechRules, speechVerdict, titleRules, titleVerdict } from '#reader/rules-files/title-rules.ts'

/** Rules whose sense depends on what stands above or below them: titles, quotations, conditions, exceptions. */

const statements = (text: string) => readRules(text).map(({ statement }) => statement)
const lostIn = (text: string) => readLostLines(text, readRules(text)).lost.map(({ line, reason }) => [line, reason])
const { warning, exception, speech, caption } = lostReasons

test('each named rule decides its example', () => {
  for (const { example, verdict } of titleRules) expect([example, titleVerdict(example)]).toEqual([example, verdict])
  for (const { example, verdict } of speechRules) expect([example, speechVerdict(example)]).toEqual([example, verdict])
  for (const { example, verdict } of statementRules)
    expect([example, statementVerdict(example)]).toEqual([example, verdict])
  for (const { example, verdict } of columnRules)
    expect([example, columnRules.find(({ when }) => when.test(example))?.verdict]).toEqual([example, verdict])
})

describe('titles that warn', () => {
  test.each([
    '## Red flags',
    '## 🚩 Red Flags — stop here',
    '## Warning signs',
    '### Kitchen smells',
    '## Common mistakes',
    '## Bad habits',
    '**Signs that the tour is late:**',
    'Typical mistakes:',
    '## Warnzeichen',
  ])('what is named under %j is forbidden or reported', (title) => {
    const text = `${title}\n\n- Weigh after sealing\n- Ship before weighing\n- Skip the second count\n- No label on the parcel\n- Can't find the sender\n- The parcel leaks\n- Sealing without a stamp\n- Never guess the weight\n`
    expect(statements(text)).toEqual([
      'Do not weigh after sealing',
      'Do not ship before weighing',
      'Do not skip the second count',
      'Avoid sealing without a stamp',
      'Never guess the weight',
    ])
    expect(lostIn(text).filter(([, reason]) => reason === warning)).toHaveLength(3)
  })

  test.each(['## Pitfalls', '## Gotchas', '## Symptoms of a bad route', '## Known issues', '## Traps', '**Caveats:**'])(
    'under %j only what demands by itself is read',
    (title) => {
      const text = `${title}\n\n- Weigh with the old scale\n- The scale drifts at noon\n- Always weigh twice\n- When the scale drifts, call the mill\n- Never open the back door\n`
      expect(statements(text)).toEqual([
        'Always weigh twice',
        'When the scale drifts, call the mill',
        'Never open the back door',
      ])
      expect(lostIn(text)).toEqual([
        [3, warning],
        [4, warning],
      ])
    },
  )

  test('a sentence that says itself what is right is not turned round', () => {
    const text = '## Anti-patterns\n\n- Label files end in `.lbl` (not `.txt`)\n- Handwritten labels\n'
    expect(statements(text)).toEqual(['Avoid handwritten labels'])
  })

  test('items that explain a prohibition are not turned round', () => {
    const text = '## Anti-patterns\n\n- Never open sacks with a knife\n  - When a sack is stuck, call the miller\n'
    expect(statements(text)).toEqual(['Never open sacks with a knife', 'When a sack is stuck, call the miller'])
  })

  test('under a table of excuses the answer is read, and the excuse is not forbidden advice', () => {
    const text =
      '## Common excuses\n\n| Excuse | Reality |\n|---|---|\n| "We weigh it tomorrow" | Weigh it now |\n| "It looks light" | Scales know better |\n'
    expect(statements(text)).toEqual(['"We weigh it tomorrow": weigh it now'])
    expect(lostIn(text)).toEqual([[6, warning]])
  })
})

describe('exceptions', () => {
  const forbidden = '## Forbidden\n\n- Glass bottles\n\n'
  test.each(['### Exceptions', '### Exceptions (ask first)', '**Except:**', '### Ausnahmen'])(
    'what stands under %j is neither forbidden nor a duty',
    (title) => {
      const text = `${forbidden}${title}\n\n- Vinegar needs glass bottles\n- Use glass bottles for oil\n- Only the miller may open the vault\n`
      expect(statements(text)).toEqual(['Avoid glass bottles', 'Only the miller may open the vault'])
      expect(
        lostIn(text)
          .slice(-2)
          .map(([, reason]) => reason),
      ).toEqual([exception, exception])
    },
  )

  test.each([
    ['Only owners may sell the cart', 'Only owners may sell the cart'],
    ['Keys may only be copied by the smith', 'Keys may only be copied by the smith'],
    ['The vault is reserved for gold', 'The vault is reserved for gold'],
    ['Nur Müller dürfen die Mühle öffnen', 'Nur Müller dürfen die Mühle öffnen'],
  ])('what is left to some alone is not turned round: %s', (line, statement) => {
    expect(statements(`## Forbidden\n\n- ${line}\n`)).toEqual([statement])
  })

  test('what a line allows is not forbidden', () => {
    expect(statements(`${forbidden}- Corks are allowed on Sundays\n`)).toEqual(['Avoid glass bottles'])
  })

  test.each([
    ['- Never ship glass\n  - Exception: vinegar\n', ['Never ship glass (exception: vinegar)']],
    ['- Do not open the back door\n  - except for deliveries.\n', ['Do not open the back door, except for deliveries']],
    ['- Count every sack.\n  - unless it is sealed\n', ['Count every sack, unless it is sealed']],
    [
      '- Never ship glass\n  - Exceptions:\n    - vinegar\n    - oil\n  - Use tins\n',
      ['Never ship glass (exception: vinegar; oil)', 'Use tins'],
    ],
    ['- **Glass**: never ship it\n  - other than jars\n', ['Glass: never ship it, other than jars']],
    [
      '- Always ask first, unless:\n  - run by the mayor\n  - it burns\n',
      ['Always ask first, unless: run by the mayor; it burns'],
    ],
  ])('an exception in an item below ends the sentence of its rule: %j', (text, expected) => {
    expect(statements(text)).toEqual(expected)
    expect(lostIn(text)).toEqual([])
  })
})

describe('quoted speech', () => {
  test.each([
    'When a customer shouts:\n\n> Always close early\n\noffer a cup of tea.\n',
    'When a customer shouts:\n\n> Always close early\n\nOffer a cup of tea.\n',
    '- When a customer shouts:\n  > Always close early\n\n  offer a cup of tea.\n',
    'When a customer shouts:\n\n> Always close early\n\n- Offer a cup of tea.\n',
  ])('what somebody else says is no rule, and the answer holds only then: %j', (text) => {
    expect(statements(text)).toEqual(['When a customer shouts "Always close early", offer a cup of tea.'])
    expect(lostIn(text).every(([, reason]) => reason === speech)).toBe(true)
  })

  test('words that somebody says without an answer are reported', () => {
    expect(lostIn('The customers keep writing:\n\n> Never send bills\n\n- Always greet people\n')).toContainEqual([
      3,
      speech,
    ])
  })

  test('words to say stay with the sentence that asks for them', () => {
    expect(statements('Reply with:\n\n> We never close\n')).toEqual(['Reply with "We never close"'])
  })

  test.each(['> Always lock the mill\n', 'The house rule:\n\n> Always lock the mill\n'])(
    'a quotation that stands by itself is a rule: %j',
    (text) => {
      expect(statements(text)).toEqual(['Always lock the mill'])
    },
  )
})

describe('marks of code', () => {
  const code = '```ts\nseal()\n```\n'
  test.each([
    '❌ **Bad**',
    '✅ **Good**',
    '❌ Wrong:',
    '**Bad example:**',
    "Don't:",
    'Do:',
    '// wrong',
    '✅ Good:',
    'Not like this:',
    '- ❌ Bad',
  ])('%j above code is no rule', (mark) => {
    const text = `${mark}\n${mark.startsWith('-') ? `\n  ${code.replaceAll('\n', '\n  ')}` : `\n${code}`}\n# Order\n\n- Keep labels sorted\n`
    expect(statements(text)).toEqual(['Keep labels sorted'])
    if (!mark.startsWith('-')) expect(lostIn(text)).toEqual([[1, caption]])
  })

  test('above a list it says what is wrong', () => {
    expect(statements('❌ Bad:\n\n- Use tape\n')).toEqual(['Do not use tape'])
  })
})

describe('conditions', () => {
  test.each([
    [
      '## If the mill stops\n\n- Call the miller\n- Never climb in\n',
      ['If the mill stops, call the miller', 'If the mill stops, never climb in'],
    ],
    ['## When weighing\n\nCheck the scale first.\n', ['When weighing, check the scale first.']],
    ['## Before a tour\n\n### Cart\n\n- Grease the wheels\n', ['Before a tour, grease the wheels']],
    ['## On Windows\n\n- Use backslashes\n', ['On Windows, use backslashes']],
    ['## If the mill stops\n\n- If it smokes, leave\n', ['If the mill stops: if it smokes, leave']],
    [
      'If the mill stops:\n\nCall the miller.\n\nAlways greet people.\n',
      ['If the mill stops, call the miller.', 'Always greet people.'],
    ],
    ['When the mill stops, do the following\n\n- Call the miller\n', ['When the mill stops, call the miller']],
    ['## Wenn die Mühle steht\n\n- Immer die Glocke läuten\n', ['Wenn die Mühle steht: Immer die Glocke läuten']],
    ['## When to call\n\n- Always call twice\n', ['Always call twice']],
    ['## Before and after\n\n- Always call twice\n', ['Always call twice']],
  ])('a rule carries the condition above it: %j', (text, expected) => {
    expect(statements(text)).toEqual(expected)
  })
})

describe('sentences that go on below', () => {
  test.each([
    ['Make sure to\n\n- Call the miller\n- the door is locked\n', ['Make sure to call the miller']],
    [
      '- Make sure to\n  - call the miller\n  - lock the door\n',
      ['Make sure to call the miller', 'Make sure to lock the door'],
    ],
    ['- Make sure you:\n  - sign the form\n', ['Make sure you sign the form']],
    [
      'Ensure that:\n\n- the door is locked\n- the till is counted\n',
      ['Ensure that the door is locked', 'Ensure that the till is counted'],
    ],
    [
      'Reseal a parcel when any of these happen:\n\n- reset of the scale\n- drop it twice\n',
      ['Reseal a parcel when any of these happen: reset of the scale; drop it twice'],
    ],
    [
      'When to add a seal:\n\n- the sack is wet\n- you cannot close it\n',
      ['Add a seal when: the sack is wet; you cannot close it'],
    ],
    ['Label each parcel as:\n\n- return goods\n- fresh food\n', ['Label each parcel as: return goods; fresh food']],
  ])('%j', (text, expected) => {
    expect(statements(text)).toEqual(expect.arrayContaining(expected))
  })
})
