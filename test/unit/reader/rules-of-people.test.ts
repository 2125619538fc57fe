import { describe, expect, test } from 'vitest'
import { readLostLines } from '#reader/rules-files/lost-lines.ts'
import { readRules } from '#reader/rules-files/rules.ts'

/** Rules among commands, and what memory files record of a person. */

const read = (text: string) => readRules(text).map(({ category, statement }) => `${category}: ${statement}`)
const lost = (text: string) => readLostLines(text, readRules(text)).lost.map(({ line }) => line)

describe('commands', () => {
  test.each<[string, string[], number[]]>([
    [
      '## Commands\n\n- Always run `npm test` before committing\n- `npm run build`\n- `npm run lint` - lint everything\n',
      ['execution: Always run `npm test` before committing'],
      [4, 5],
    ],
    [
      '# Commands\n\nRun `make lint` before every push.\n\n```sh\nmake\n```\n',
      ['execution: Run `make lint` before every push.'],
      [],
    ],
    [
      '## Scripts\n\n- Run all tests: `npm test`\n- You must run `npm run gen` after a change\n',
      ['execution: You must run `npm run gen` after a change'],
      [3],
    ],
    [
      '## Build & test commands\n\n- Build: `cargo build`\n- Before you commit, run `cargo fmt`\n',
      ['execution: Before you commit, run `cargo fmt`'],
      [3],
    ],
    [
      '## Commands\n\n| Command | Use |\n|---|---|\n| `make x` | Builds x |\n| `make y` | Always run it before a push |\n',
      ['execution: `make y`: always run it before a push'],
      [5],
    ],
    [
      '## Befehle\n\n- `npm test`\n- Führe immer `npm test` vor dem Commit aus\n',
      ['principle: Führe immer `npm test` vor dem Commit aus'],
      [3],
    ],
  ])('%j', (text, rules, lines) => {
    expect([read(text), lost(text)]).toEqual([rules, lines])
  })
})

describe('memories', () => {
  test.each([
    ['The user prefers tabs', 'preference'],
    ['User wants short answers', 'voice'],
    ['The user strongly dislikes long meetings', 'boundary'],
    ['User does not want to be called "sir"', 'boundary'],
    ['My user expects British spelling', 'preference'],
    ['The user would like me to ask before deleting files', 'preference'],
    ['Der Nutzer bevorzugt Tabs', 'preference'],
  ])('%s', (statement, category) => {
    for (const text of [`${statement}.\n`, `# Memory\n\n- ${statement}\n`, `## Notes\n\n* ${statement}\n`])
      expect(readRules(text).map((rule) => [rule.category, rule.statement.replace(/\.$/, '')])).toEqual([
        [category, statement],
      ])
  })

  test.each([
    ['## Memories\n\n- [2026-01-02] User prefers dark mode\n', 'preference: User prefers dark mode'],
    ['## Memories\n\n- 2026-01-03: User asked for metric units\n', 'preference: User asked for metric units'],
    ['## About the user\n\n- Kim likes metric units\n', 'preference: Kim likes metric units'],
    [
      '## User preferences\n\n- Prefers TypeScript over JavaScript\n',
      'preference: User preferences: prefers TypeScript over JavaScript',
    ],
    [
      '<memory>\nThe user always wants diffs before edits.\n</memory>\n',
      'preference: The user always wants diffs before edits.',
    ],
  ])('%j', (text, rule) => {
    expect(read(text)).toEqual([rule])
  })

  test.each([
    "The user's timezone is CET",
    'User is a nurse in Oslo',
    'The user has two cats',
    'User works as a plumber',
    'The user wants to export the orders',
  ])('a fact is lost: %s', (fact) => {
    const text = `# Memory\n\n- The user prefers tabs\n- ${fact}\n`
    expect([read(text), lost(text)]).toEqual([['preference: The user prefers tabs'], [4]])
  })
})
