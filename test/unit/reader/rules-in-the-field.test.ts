import { describe, expect, test } from 'vitest'
import { isProgram } from '#reader/rules-files/program-code.ts'
import { readRules } from '#reader/rules-files/rules.ts'

/** Rules files as people keep them: copied from chats, numbered by hand, struck out, in the middle of other formats. */

const statements = (text: string) => readRules(text).map(({ statement }) => statement)
const two = ['Always sign the form', 'Never send it by mail']

describe('front matter', () => {
  test.each([
    ['a line at the top', '---\n\n# House rules\n\n- Always sign the form\n\n---\n\n- Never send it by mail\n'],
    ['lines around prose', '---\nAlways sign the form.\n---\n\n- Never send it by mail\n'],
    ['a comment alone', '---\n# Rules\n- Always sign the form\n---\n- Never send it by mail\n'],
    ['keys', '---\ndescription: Always be brief\nglobs: *.ts\n---\n- Always sign the form\n- Never send it by mail\n'],
    ['keys that a heading ends', '---\nname: clerk\n## Always\n\n- Always sign the form\n- Never send it by mail\n'],
    ['keys that nothing closes', '---\nname: clerk\n\n- Always sign the form\n- Never send it by mail\n'],
  ])('%s', (_, text) => {
    expect(statements(text).map((each) => each.replace(/\.$/, ''))).toEqual(two)
  })
})

describe('whole files', () => {
  test.each([
    ['in a fence', '```markdown\n# Rules\n\n- Always sign the form\n- Never send it by mail\n```\n'],
    ['in a fence without a name', '~~~\n- Always sign the form\n- Never send it by mail\n~~~'],
    [
      'in a fence that holds code',
      '````md\n- Always sign the form\n\n```sh\nls\n```\n\n- Never send it by mail\n````\n',
    ],
    [
      'in a fence as long as that of its code',
      '```md\n- Always sign the form\n```sh\nls\n```\n- Never send it by mail\n```',
    ],
    ['with a fence that never ends', '- Always sign the form\n\n```bash\nnpm run label\n\n- Never send it by mail\n'],
    ['indented', '    # Rules\n\n    - Always sign the form\n    - Never send it by mail\n'],
    ['indented by tabs', '\t- Always sign the form\n\t- Never send it by mail\n'],
    ['with a mark at the beginning', '\uFEFF- Always sign the form\n- Never send it by mail\n'],
    ['a list in HTML', '<h2>Rules</h2>\n<ul>\n<li>Always sign the form</li>\n<li>Never send it by mail</li>\n</ul>\n'],
    [
      'a list in HTML with blank lines',
      '<ol>\n\n<li>Always <b>sign</b> the form\n\n<li>Never send it by mail\n\n</ol>\n',
    ],
    [
      'a folded list in HTML',
      '<details><summary>More</summary><ul><li>Always sign the form<li>Never send it by mail</ul></details>',
    ],
    ['comments of MDX', '{/* Never write to\nthe log */}\n\n- Always sign the form\n- Never send it by mail\n'],
    ['TOML', '# Codex\n[style]\nfirst = "Always sign the form"\nsecond = "Never send it by mail"\n'],
    [
      'a long text in TOML',
      'name = "clerk"\ndeveloper_instructions = """\n- Always sign the form\n- Never send it by mail\n"""\n',
    ],
  ])('%s', (_, text) => {
    expect(statements(text)).toEqual(two)
  })

  test('two blocks of code are no document', () => {
    expect(statements('```\nAlways\n```\n\ntext\n\n```\nNever\n```')).toEqual([])
  })

  test.each([
    'export const character = {\n  name: "Ada",\n  bio: ["Always answers in one line"],\n}\n',
    '"""Rules."""\nAGENT = {\n    "rules": ["Always test"],\n}\n\ndef run():\n    return AGENT\n',
    'package main\n\nfunc main() {\n\tfmt.Println("Never push")\n}\n',
  ])('a program: %j', (text) => {
    expect(statements(text)).toEqual([])
  })

  test('prose that ends in semicolons is no program', () => {
    expect(isProgram('Use const over let;\nNever use var;\nAlways end with a semicolon;\n')).toBe(false)
  })

  test('beyond 128 kB', () => {
    const rules = Array.from(
      { length: 3000 },
      (_, at) => `- Always check parcel number ${at} before it leaves the house`,
    )
    expect(statements(rules.join('\n'))).toHaveLength(3000)
  })
})

describe('items', () => {
  test.each([
    ['2.1 Always sign the form\n\n2.2 Never send it by mail'],
    ['1.1.1 Always sign the form\n1.1.2 Never send it by mail'],
    ['(a) Always sign the form\n\n(b) Never send it by mail'],
    ['a) Always sign the form\nb) Never send it by mail'],
    ['iv) Always sign the form\nv) Never send it by mail'],
    ['① Always sign the form\n② Never send it by mail'],
    ['1️⃣ Always sign the form\n2️⃣ Never send it by mail'],
    ['§3 Always sign the form\n§4 Never send it by mail'],
    ['#1 Always sign the form\n#2 Never send it by mail'],
    ['→ Always sign the form\n→ Never send it by mail'],
    ['1.Always sign the form\n2.Never send it by mail'],
    ['-Always sign the form\n-Never send it by mail'],
    ['–always sign the form\n–never send it by mail'],
    ['» Always sign the form\n» Never send it by mail'],
    ['A. Always sign the form\nB. Never send it by mail'],
    ['I. Always sign the form\nII. Never send it by mail'],
    ['➊ Always sign the form\n➋ Never send it by mail'],
    ['【1】Always sign the form\n【2】Never send it by mail'],
    ['№1 Always sign the form\n№2 Never send it by mail'],
    ['1: Always sign the form\n2: Never send it by mail'],
    ['R1. Always sign the form\nR2. Never send it by mail'],
    ['*Always sign the form\n*Never send it by mail'],
    ['+Always sign the form\n+Never send it by mail'],
  ])('%j', (text) => {
    expect(statements(text)).toEqual(two)
  })

  test.each(['2.1 GB of memory is enough', '-1 is an error', '3.11 is the version'])('no item: %s', (text) => {
    expect(statements(`- Always sign the form\n\n${text}\n`)).toEqual(['Always sign the form'])
  })

  test('a sentence with a colon between two lines is no front matter', () => {
    expect(statements('---\n\nAlways sign the form: in blue.\n\n---\n\n- Never send it by mail\n')).toEqual([
      'Always sign the form: in blue.',
      'Never send it by mail',
    ])
  })

  test('initials are no numbers', () => {
    expect(statements('Rules:\n\nJ. Smith must sign the form.\n\n- Never send it by mail\n')).toEqual([
      'J. Smith must sign the form.',
      'Never send it by mail',
    ])
  })

  test('bold labels, each on a line of a paragraph', () => {
    const text = '**Stamps**: Always check the stamp\n**Names**: Never shorten a name,\nnot even once\n'
    expect(readRules(text).map(({ statement, quote }) => [statement, quote])).toEqual([
      ['Stamps: always check the stamp', '**Stamps**: Always check the stamp'],
      ['Names: Never shorten a name, not even once', '**Names**: Never shorten a name,\nnot even once'],
    ])
  })
})

describe('no duty', () => {
  test.each([
    ['- ~~Never merge on a Thursday~~\n- ~~Use Gulp~~ Use Vite', ['Use Vite']],
    ['- <del>Never merge on a Thursday</del>\n- Always sign the form', ['Always sign the form']],
    ['~~Always use tabs.~~ Always use spaces.', ['Always use spaces.']],
    ['<strike>Never call</strike>\n\n- Always sign the form', ['Always sign the form']],
    ['| Rule |\n|---|\n| ~~Never call~~ |\n| Always sign the form |', ['Always sign the form']],
    ['- Look into ~/notes and ~/drafts before you answer', ['Look into ~/notes and ~/drafts before you answer']],
  ])('what is struck out: %j', (text, expected) => {
    expect(statements(text)).toEqual(expected)
  })

  test.each([
    'Old rules (no longer valid)',
    'Superseded',
    'Rejected ideas',
    'Deprecated guidelines',
    'Style (obsolete since March)',
    'Previous conventions',
    'Nicht mehr gültig',
    'Archive',
    'Not in use anymore',
    'No longer required',
    'Obsolète',
  ])('what is taken back: %s', (heading) => {
    expect(statements(`# ${heading}\n\n- Never send it by mail\n\n# Rules\n\n- Always sign the form\n`)).toEqual([
      'Always sign the form',
    ])
  })

  test.each(['Allowed', 'Not required', 'Optional', 'What you may', 'No need to', 'Nice to have', 'Permitido'])(
    'what is permitted: %s',
    (heading) => {
      const text = `## ${heading}\n\n- Force pushes to your own branch\n- Squash merges\n- Never send it by mail\n\n## Always\n\n- Sign the form\n`
      expect(statements(text)).toEqual(['Never send it by mail', 'Sign the form'])
    },
  )
})

test.each([
  'Not required:\n- Squash merges\n\n## Always\n\n- Sign the form\n',
  "- You don't need to weigh it\n- No need to seal it\n- Weighing is optional\n- You may skip the log\n- Sign the form\n",
])('what is left open is no duty: %j', (text) => {
  expect(statements(text)).toEqual(['Sign the form'])
})

describe('wrong and right on one line', () => {
  test.each([
    ['- ❌ `var` ✅ `const`', ['Avoid `var`']],
    ['- ❌ Nested ternaries ✅ Early returns', ['Avoid nested ternaries']],
    ['- ✗ Global state ✓ Parameters', ['Avoid global state']],
    ['- 🚫 print statements 👍 structured logs', ['Avoid print statements']],
    ['- ✅ Always sign the form ❌ Send it by mail', ['Always sign the form', 'Do not send it by mail']],
    ['- Variables: ❌ Use `var` ✅ Use `const`', ['Do not use `var`', 'Use `const`']],
    ['| a | b |\n|---|---|\n| ❌ `var` | ✅ Always use `const` |', ['Always use `const`', 'Avoid `var`']],
  ])('%j', (text, expected) => {
    expect(statements(text)).toEqual(expected)
  })

  test('a noun is no verb', () => {
    expect(statements('## Forbidden\n\n- Emoji in commits\n- Commit to main\n')).toEqual([
      'Avoid emoji in commits',
      'Do not commit to main',
    ])
  })
})

describe('scripts that are written from right to left', () => {
  test.each([
    ['لا تحذف أي ملف أبدًا', 'boundary'],
    ['يجب أن تختبر كل شيء', 'principle'],
    ['תמיד כתוב בדיקות לפני הקוד', 'principle'],
    ['אסור לדחוף לענף הראשי', 'boundary'],
    ['همیشه پیش از ادغام آزمون بنویس', 'principle'],
    ['هرگز رمز را ذخیره نکن', 'boundary'],
  ])('%s', (statement, category) => {
    expect(readRules(`- ${statement}\n`)).toMatchObject([{ category, statement }])
  })
})

describe('headings', () => {
  test.each([
    ['## Forbidden\n\n- Commit to main\n- Always ask first\n', ['Do not commit to main', 'Always ask first']],
    [
      '## Interdit\n\n- Ne pas supprimer de lignes\n- Toujours garder le fichier original intact\n',
      ['Ne pas supprimer de lignes', 'Toujours garder le fichier original intact'],
    ],
    [
      '## Verboten\n\n- Direkt auf main pushen\n- Immer vorher fragen\n',
      ['Verboten: Direkt auf main pushen', 'Immer vorher fragen'],
    ],
    [
      '## Prohibido\n\n- Borrar los datos\n- Siempre guardar una copia\n',
      ['Prohibido: Borrar los datos', 'Siempre guardar una copia'],
    ],
  ])('of what is forbidden turn no "always" around: %j', (text, expected) => {
    expect(statements(text)).toEqual(expected)
  })

  test('a colon or the name of a file is no topic', () => {
    expect(statements('# CLAUDE.md\n\n## Conventions\n\n- Dates en ISO 8601\n')).toEqual(['Dates en ISO 8601'])
    expect(statements('## Naming:\n\n- Database columns in snake_case\n')).toEqual([
      'Naming: Database columns in snake_case',
    ])
  })
})
