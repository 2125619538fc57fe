import { describe, expect, test } from 'vitest'
import { readLostLines } from '#reader/rules-files/lost-lines.ts'
import { lostReasons } from '#reader/rules-files/lost-reasons.ts'
import { readRules } from '#reader/rules-files/rules.ts'

/** Lines that real files have: no rule comes out turned round, and nothing that demands is left out without a word. */

const read = (text: string) => readRules(text).map(({ category, statement }) => `${category}: ${statement}`)
const statements = (text: string) => readRules(text).map(({ statement }) => statement)
const lostIn = (text: string) => readLostLines(text, readRules(text)).lost.map(({ line, reason }) => [line, reason])
const { warning, permission, lead, noRule } = lostReasons

describe('what something else cannot do is no prohibition', () => {
  test.each([
    'Harbor tools (that the old crane cannot do):',
    "What the first importer can't do:",
    '**Checks which linters do not cover:**',
  ])('%j', (title) => {
    const text = `${title}\n\n- \`lift\` lifts a crate at the gate\n- Weigh a crate at the gate\n- Never open the hatch at the gate\n`
    expect(statements(text)).toEqual(['Never open the hatch at the gate'])
    expect(lostIn(text).filter(([, reason]) => reason === warning)).toHaveLength(2)
  })

  test('nor is what somebody does not know', () =>
    expect(statements("### Focus on what the port doesn't know\n\nFocus on the rules of the house.\n")).toEqual([
      'Focus on the rules of the house.',
    ]))

  test.each(['## What you cannot do', '## Things the agent cannot do', '## What you must never do'])(
    'but %j',
    (title) => expect(statements(`${title}\n\n- Weigh a crate\n`)).toEqual(['Do not weigh a crate']),
  )
})

test('what is not needed is no prohibition', () => {
  const text =
    '## Rules\n\n- No label needed for drafts\n- No `.crate.yaml` files are required\n- No manual setup\n- Small crates may not need a stamp\n- **Scope**: Small crates may not need a stamp\n- Crates may not leave the port\n- No labels on drafts\n'
  expect(statements(text)).toEqual(['Crates may not leave the port', 'No labels on drafts'])
  expect(lostIn(text).map(([line]) => line)).toEqual([3, 4, 5, 6, 7])
  expect(lostIn(text).filter(([, reason]) => reason === permission)).toHaveLength(4)
})

test('faults that a title names are no prohibitions', () => {
  const text =
    '**Silent misconfigurations** (nobody has to attack. Nothing breaks, and the sums are wrong for all the crates that nobody weighs):\n\n- No weight check: light crates lose their label.\n- Always close the hatch.\n'
  expect(statements(text)).toEqual(['Always close the hatch.'])
  expect(lostIn(text)).toEqual([
    [1, lead],
    [3, warning],
  ])
})

test('a sign that begins like a command is a thing', () =>
  expect(statements("## Red flags\n\n- Test names that don't name the crate\n- Ship crates without a label\n")).toEqual(
    ["Avoid test names that don't name the crate", 'Do not ship crates without a label'],
  ))

describe('tables', () => {
  test('"no" in a column leaves something open', () =>
    expect(
      read(
        '## Rules\n\n| Field | Required | Text |\n| --- | --- | --- |\n| Color | No | Any color |\n| Weight | Yes | Always weigh the crate |\n',
      ),
    ).toEqual(['principle: Weight: always weigh the crate']))

  test('the problem is no part of the fix', () =>
    expect(
      statements(
        '| Anti-pattern | Problem | Fix |\n| --- | --- | --- |\n| Weighing twice | Crates arrive late | Weigh once, at the gate |\n',
      ),
    ).toEqual(['Weigh once, at the gate', 'Avoid weighing twice']))

  test('the problem in front of its fix is its condition', () =>
    expect(statements('| Problem | Fix |\n| --- | --- |\n| The label is wet | Remove it |\n')).toEqual([
      'The label is wet: remove it',
    ]))

  test('cells in Chinese are no answers', () =>
    expect(statements('## 规则\n\n| 信号 | 动作 |\n| --- | --- |\n| 发现异常 | 必须记录 |\n')).toEqual([
      '发现异常: 必须记录',
    ]))
})

test('a prohibition that goes on in its list is a boundary', () =>
  expect(read('**Never:**\n\n- Hardcode secrets\n- Use `any`\n')).toEqual([
    'boundary: Never hardcode secrets',
    'boundary: Never use `any`',
  ]))

test('answers to the question in a heading are conditions', () =>
  expect(
    statements('### Is there a team?\n\nYes (it has a name):\n\n- Ask the owner\n\n**No:**\n\n- Skip the question\n'),
  ).toEqual(['Is there a team? Yes (it has a name): Ask the owner', 'Is there a team? No: Skip the question']))

describe('Chinese and Japanese', () => {
  test('a condition with a wide colon holds for its list', () =>
    expect(statements('## 规则\n\n若仓库为空：\n\n- 不要编造说明\n\n注意：\n\n- 必须写标签\n')).toEqual([
      '若仓库为空: 不要编造说明',
      '必须写标签',
    ]))

  test('a condition in a heading', () =>
    expect(statements('## 构建失败时\n\n- 必须检查日志\n\n## 24 小时\n\n- 必须称重\n')).toEqual([
      '构建失败时: 必须检查日志',
      '必须称重',
    ]))

  test('an exception does not make a line negative', () =>
    expect(statements('## 禁止\n\n- 写很长的标题，除非很难避免\n')).toEqual(['禁止: 写很长的标题，除非很难避免']))

  test('what may be left out, titles of code and examples are no rules', () => {
    const text =
      '## 规则\n\n- 若没有名字，允许省略\n- 识别主要范围：目录、文件\n\n例如：\n\n```\na\n```\n\n## 说话示例\n\n- 「必须先称重」\n'
    expect(read(text)).toEqual(['principle: 识别主要范围：目录、文件'])
    expect(lostIn(text)).toEqual([
      [3, permission],
      [6, lead],
      [14, lostReasons.example],
    ])
  })

  test('text with English words is still Chinese', () =>
    expect(statements('### scope 选择\n\n- 必须使用 `Crate` 组件 message commit\n')).toEqual([
      '必须使用 `Crate` 组件 message commit',
    ]))
})

describe('nothing is lost in silence', () => {
  test('a command beside a sentence that was read', () => {
    const text =
      'Prefer short notes where possible. Use one review\nwith both a summary and notes:\n\n```\na\n```\n\nTreat the scale as a product. Once you have it, **tighten** it:\n\n- Can it be faster?\n'
    expect(statements(text)).toEqual(['Prefer short notes where possible.', 'Treat the scale as a product.'])
    expect(readLostLines(text, readRules(text)).lost.map(({ line, text }) => [line, text])).toEqual([
      [1, 'Use one review with both a summary and notes:'],
      [8, 'Once you have it, tighten it:'],
      [10, '- Can it be faster?'],
    ])
  })

  test('comments of programs, which look like headings', () => {
    const text =
      '# =====\n# Crates & pallets\n# A rule for all scripts.\n# It hides nothing, so that\n# people see the progress.\n# =====\n\n- Avoid hidden output in scripts\n\n## The port is closed at night.\n'
    expect(statements(text)).toEqual(['Crates & pallets: avoid hidden output in scripts'])
    expect(lostIn(text)).toEqual([3, 4, 5, 10].map((line) => [line, noRule]))
  })

  test('comments in Japanese', () =>
    expect(lostIn('# ===\n# 箱\n#\n# 必ず画面に出す。\n# ===\n').map(([line]) => line)).toEqual([4]))
})

describe('headings', () => {
  test.each([
    ['## Never Commit', 'Never commit `x.db`'],
    ['## Files to NEVER Modify', 'Never modify `x.db`'],
    ['### Configuration (DO NOT MODIFY)', 'Never modify `x.db`'],
    ['## Files that must not be changed', 'Never change `x.db`'],
    ['## Was NICHT geändert werden darf', 'Was NICHT geändert werden darf: `x.db`'],
  ])('%s forbids what it lists', (title, says) =>
    expect(read(`${title}\n\n- \`x.db\`\n`)).toEqual([`boundary: ${says}`]),
  )

  test('a heading below one that warns, and one that is only mandatory, are no rules', () =>
    expect(
      statements(
        '## Anti-patterns\n\n### Never weighing crates\n\n```\na\n```\n\n## Labels (MANDATORY)\n\n## Crates must be weighed\n',
      ),
    ).toEqual(['Crates must be weighed']))
})

describe('lists', () => {
  test('without bullets', () =>
    expect(
      statements(
        'Avoid crates that:\n\nHold fish\n\nHave no lid\n\nWeigh each crate.\n\nLook for:\n\nold labels\n\nwet labels\n',
      ),
    ).toEqual([
      'Avoid crates that hold fish',
      'Avoid crates that have no lid',
      'Weigh each crate.',
      'Look for old labels',
      'Look for wet labels',
    ]))

  test('of what must be sure before something is done', () =>
    expect(
      statements(
        'Do not call the owner until you have confirmed:\n\n1. The gate is open\n2. No crate is in the port\n',
      ),
    ).toEqual(['Do not call the owner until you have confirmed: the gate is open; no crate is in the port']))

  test('of when not to do something', () =>
    expect(statements('**When NOT to use the crane:**\n\n- A crate of fish\n- The last crate of a day\n')).toEqual([
      'Do not use the crane when: a crate of fish; the last crate of a day',
    ]))

  test('a column of what not to do is a part of its row', () =>
    expect(
      statements(
        '| Trigger | Command | NOT |\n| --- | --- | --- |\n| Execute crate tasks | `crate` | Direct edits of files |\n',
      ),
    ).toEqual(['Execute crate tasks: `crate`, not direct edits of files']))
})

test('an example of Markdown ends with its own fence', () => {
  const text =
    '# Steps\n\n```markdown\n# A note\n\n```bash\na\n```\n\nNever read this.\n```\n\n## Crates\n\nAlways weigh the crate first.\n\n```\nb\n```\n'
  expect(statements(text)).toEqual(['Always weigh the crate first.'])
})

test('other fences are those of Markdown', () => {
  const text =
    '# Steps\n\n```markdown\n# A note\n\n```js\na\n```\n\nAlways weigh the crate first.\n\n```\nb\n```\n\nAlways lock the gate.\n'
  expect(statements(text)).toEqual(['Always weigh the crate first.', 'Always lock the gate.'])
})

describe('whole sentences', () => {
  test('a wrapped sentence introduces its list whole', () =>
    expect(
      statements(
        'Weigh the crates and the pallets at the gate, then inspect the\nresult for cracks:\n\n- The label is dry.\n- The lid closes.\n',
      ),
    ).toEqual([
      'Weigh the crates and the pallets at the gate, then inspect the result for cracks: the label is dry; the lid closes',
    ]))

  test('a quotation with a full stop does not end the sentence', () =>
    expect(statements('Please print "!!!!" before answering.')).toEqual(['Please print "!!!!" before answering.']))

  test('"it" is named in the same sentence', () =>
    expect(
      statements('Once the case is red, shrink it to the smallest one.\n\nOnce it is red, shrink the case.'),
    ).toContain('Once it is red, shrink the case.'))

  test('after "always" a noun is a command', () =>
    expect(statements('# Port\n\nAlways run type checks after a change:\n\n```bash\npnpm types\n```\n')).toEqual([
      'Always run type checks after a change: `pnpm types`',
    ]))
})

test('a label that commands, and one that names a list of changes', () =>
  expect(
    statements(
      '## Rules\n\n**Always print crate numbers:**\n\n```js\na\n```\n\n- **Changelog**: Add a line for each crate\n',
    ),
  ).toEqual(['Always print crate numbers', 'Changelog: add a line for each crate']))

test('dates, greetings and lists of changes are no rules', () =>
  expect(
    statements(
      '# Voice notes of the port\n\nWelcome. Last updated: 2026-11-01\n\n## Recent changes\n\n- Added a scale\n',
    ),
  ).toEqual([]))

test('the reason is that of the line', () => {
  const text = '- `exceptions`: classes\n- exceptions: `*.exception.ts`\n- `@overview`\n'
  expect(lostIn(text).map(([, reason]) => reason)).toEqual(Array(3).fill(lostReasons.command))
})
