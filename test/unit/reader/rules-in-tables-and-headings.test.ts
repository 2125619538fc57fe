import { describe, expect, test } from 'vitest'
import { readLostLines } from '#reader/rules-files/lost-lines.ts'
import { lostReasons } from '#reader/rules-files/lost-reasons.ts'
import { readRules } from '#reader/rules-files/rules.ts'

/** Rules in tables and headings, by numbers and marks, and files as chats hand them over. */

const statements = (text: string) => readRules(text).map(({ statement }) => statement)
const lostIn = (text: string) => readLostLines(text, readRules(text)).lost.map(({ line, reason }) => [line, reason])
const { later, aside, takenBack } = lostReasons

describe('tables of what to use instead', () => {
  test.each([
    [
      '| Avoid | Prefer |\n|---|---|\n| `tape` | `twine` |\n| Wet labels | Dry labels |\n',
      ['Prefer `twine`', 'Avoid `tape`', 'Prefer dry labels', 'Avoid wet labels'],
    ],
    ['| Instead of | Use | Why |\n|---|---|---|\n| `tape` | `twine` | cheap |\n', ['Use `twine`', 'Avoid `tape`']],
    ["| Don't | Do |\n|---|---|\n| Weigh by hand | Use the scale |\n", ['Use the scale', 'Do not weigh by hand']],
    ['| Case | Avoid | Prefer |\n|---|---|---|\n| Jars | tape | twine |\n', ['Jars: prefer twine', 'Avoid tape']],
    [
      "## Mistakes\n\n| Mistake | Fix |\n|---|---|\n| Sealing wet boxes | Dry each box first |\n| Can't weigh, ship anyway | Ask the miller |\n",
      ['Dry each box first', 'Avoid sealing wet boxes', 'Ask the miller'],
    ],
  ])('both halves are read: %j', (text, expected) => {
    expect(statements(text)).toEqual(expected)
    expect(lostIn(text)).toEqual([])
  })
})

describe('headings and whole files', () => {
  test('a heading with the number of a rule is a rule', () => {
    const text =
      '### Rule 1: Keep carts small\n\n### Rule #2 - Never sell flour wet\n\n### Principle III. Scales before trust\n'
    expect(statements(text)).toEqual([
      'Keep carts small',
      'Never sell flour wet',
      expect.stringMatching(/scales before trust/i),
    ])
    expect(lostIn(text)).toEqual([])
  })

  test('under what is wrong it is forbidden', () => {
    expect(statements('## Anti-patterns\n\n### Rule 1: Use wet sacks\n')).toEqual(['Do not use wet sacks'])
  })

  test.each([
    '# Ideas for later',
    '## Someday / maybe',
    '## Not decided yet',
    '## Future work',
    '## Wishlist',
    '# Später',
  ])('what does not hold yet is reported: %s', (title) => {
    const text = `${title}\n\n- Always use steam\n\n# Rules\n\n- Keep it dry\n`
    expect(statements(text)).toEqual(['Keep it dry'])
    expect(lostIn(text)).toEqual([[3, later]])
  })

  test.each(['## ~~Old rules~~', '<h2><del>Old rules</del></h2>'])(
    'everything under a struck heading is taken back: %s',
    (title) => {
      const text = `${title}\n\n- Always use steam\n\n## New\n\n- Keep it dry\n`
      if (title.startsWith('#')) expect(lostIn(text)).toEqual([[3, takenBack]])
      if (title.startsWith('#')) expect(statements(text)).toEqual(['Keep it dry'])
    },
  )

  test.each(['Here is your AGENTS.md:', 'Sure! I wrote this file for you.', 'Hier ist die Datei:'])(
    'words around a fence that holds the file are no part of it: %s',
    (before) => {
      const text = `${before}\n\n\`\`\`markdown\n# Mill\n\n- Always keep it dry\n- Never sell flour wet\n\`\`\`\n\nNever hesitate to ask me for changes!\n`
      expect(statements(text)).toEqual(['Always keep it dry', 'Never sell flour wet'])
      expect(lostIn(text)).toEqual([
        [1, aside],
        [10, aside],
      ])
    },
  )

  test('a fence among rules stays code', () => {
    const text = 'Use this text for releases:\n\n```markdown\n# Release\n\n- Never shown\n```\n\n- Keep it dry\n'
    expect(statements(text)).not.toContain('Never shown')
  })

  test.each([
    'I. Always keep it dry\n\nII. Never sell flour wet\n',
    'i. Always keep it dry\nii. Never sell flour wet\n',
    'IV - Always keep it dry\n\nV - Never sell flour wet\n',
    'XVIII. Always keep it dry\n\nXIX. Never sell flour wet\n',
    'c. Always keep it dry\nd. Never sell flour wet\n',
  ])('Roman numbers and letters are no words: %j', (text) => {
    expect(statements(text)).toEqual(['Always keep it dry', 'Never sell flour wet'])
  })

  test('a Roman number before a heading hides nothing', () => {
    expect(statements('## III. Forbidden\n\n- Sell wet flour\n')).toEqual(['Do not sell wet flour'])
  })

  test.each([
    ['✗ Inline labels', 'Avoid inline labels'],
    ['✕ Default sacks', 'Avoid default sacks'],
    ['☒ Ship on Fridays', 'Do not ship on Fridays'],
    ['❌ Force pushes', 'Avoid force pushes'],
  ])('a cross before a thing: %s', (line, statement) => {
    expect(statements(`- ${line}\n- Keep it dry\n`)).toEqual([statement, 'Keep it dry'])
  })

  test('requirements of examples are rules', () => {
    expect(statements('## Code examples requirements\n\n- Never show real keys\n')).toEqual(['Never show real keys'])
  })

  test('a question with an aside is a question', () => {
    expect(statements('Before a tour:\n\n- Is the cart dry? (Must be.)\n')).toEqual([])
  })
})
