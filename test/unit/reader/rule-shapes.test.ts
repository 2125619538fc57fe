import { describe, expect, test } from 'vitest'
import { readRatedRules, readRules } from '#reader/rules-files/rules.ts'

const read = (text: string) => readRules(text).map(({ category, statement }) => `${category}: ${statement}`)

describe('readRules › shapes of rules files', () => {
  test.each([
    [
      'a line before commands keeps them',
      'Before each release, run:\n\n```sh\n$ make lint\nmake check\n```',
      ['execution: Before each release, run: `make lint`, `make check`'],
    ],
    ['a line that says what commands do', '## Running\n\nRun one test:\n\n```sh\nmake one\n```', []],
    [
      'a heading that is a rule',
      '## Amounts must be in cents\n\nThe ledger adds them up.',
      ['principle: Amounts must be in cents'],
    ],
    ['a question as heading', '## What must be in a report?\n\nThe date.', []],
    [
      'task marks',
      '- [ ] Rinse the filter before closing\n- [x] Never leave the valve open',
      ['execution: Rinse the filter before closing', 'boundary: Never leave the valve open'],
    ],
    [
      'a bold label is part of the sentence',
      '## Rules\n\n- **Small steps**: change one thing at a time',
      ['execution: Small steps: change one thing at a time'],
    ],
    [
      'code with a backtick in it',
      '- Never print `` a `raw` key `` to the console',
      ['boundary: Never print `` a `raw` key `` to the console'],
    ],
    [
      'German nouns keep their capitals',
      '## Regeln\n\n- Vor dem Einchecken: Tests laufen lassen\n- Sprache der Berichte: Deutsch\n- Keine Kundendaten in Tickets',
      [
        'principle: Vor dem Einchecken: Tests laufen lassen',
        'principle: Sprache der Berichte: Deutsch',
        'boundary: Keine Kundendaten in Tickets',
      ],
    ],
    [
      'entries of a list in another language',
      '## Carpetas\n\n- `docs/` - documentación del puerto\n- `mapas/` → cartas y mareas',
      [],
    ],
    [
      'files and what they are',
      '- `tides.json` is the table of tides\n- Charts live in `charts`\n- This is a harbor service',
      [],
    ],
    ['what only looks like a path', '- All charts live in `charts`', ['axiom: All charts live in `charts`']],
    [
      'a row of wrong and right',
      '| Wrong | Right |\n|---|---|\n| Use floats for money | Use integers for money |',
      ['preference: Use integers for money', 'boundary: Do not use floats for money'],
    ],
    [
      'what somebody says of themselves',
      '## How I work\n\n**Calm.** I answer after I have read everything.',
      ['principle: Calm. I answer after I have read everything.'],
    ],
    ['words in quotation marks', '## Tone\n\n- ✅ This: "Ahoy, what a tide!"\n- ❌ Not that: "Dear customer."', []],
    [
      'a line of Chinese is a rule',
      '## 代码规则\n\n优先使用已有的模块\n不要新建文件',
      ['preference: 优先使用已有的模块', 'boundary: 不要新建文件'],
    ],
  ])('%s', (_, text, rules) => {
    expect(read(text)).toEqual(rules)
  })

  test('keys of a persona mean what they say', () => {
    const persona = {
      name: 'Pip',
      bio: ['Pip grew up on a barge.', 'Loves tides and old maps'],
      style: { all: ['never shouts'], chat: ['asks before advising'] },
      adjectives: ['curious', 'warm'],
      avoid: ['small talk', 'Give legal advice'],
      mood: 'calm',
      topics: ['Use of sails'],
      messageExamples: [['Use force']],
    }
    expect(read(JSON.stringify(persona))).toEqual([
      'axiom: Pip grew up on a barge.',
      'axiom: Loves tides and old maps',
      'voice: Never shouts',
      'voice: Asks before advising',
      'voice: Be curious, warm',
      'boundary: Avoid small talk',
      'boundary: Do not give legal advice',
      'voice: Be calm',
    ])
  })

  test('each rule quotes the lines that say it', () => {
    const text =
      '# Harbor\n\n<!-- a\nb -->\nNever sail alone. Always wear\na life vest on deck.\n\n* **Ropes**: coil them before night\n'
    expect(readRatedRules(text).map(({ quote }) => quote)).toEqual([
      'Never sail alone. Always wear',
      'Never sail alone. Always wear\na life vest on deck.',
      '* **Ropes**: coil them before night',
    ])
  })
})
