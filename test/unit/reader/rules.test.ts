import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindOf } from '#core/domain/kinds.ts'
import { maxStatementLength, normalizeStatement } from '#core/domain/statement.ts'
import { readRules } from '#reader/rules-files/rules.ts'

const read = (text: string) => readRules(text).map(({ category, statement }) => `${category}: ${statement}`)

const rulesFile = `---
name: ferry
description: Never show this line.
---

# Ferry booking service

This file provides guidance to coding agents. Ferry is an open-source booking platform for small harbours.

<!--
Never show this comment either.
-->

## Project layout

- \`apps/web\` - The booking site
- \`apps/api\`: HTTP service based on Fastify

| Command | What it does |
|---------|--------------|
| \`npm run seed\` | Fill the database with ships |

## Working in this repo

- ALWAYS install with \`pnpm\` (never npm)
- NEVER run \`pnpm e2e\` (books real ferries). Use \`pnpm e2e --dry-run\`
- NEVER use \`var\`. NEVER use default exports.
- Use \`Temporal\` instead of \`Date\`
- Prefer [plain SQL](https://example.org/sql) over query builders
- Most tests use **Vitest**; the slow ones use Playwright
- Tests need a tide table: \`pnpm tides\`
- PRs target \`develop\`

## Honesty

**Report results as they are**:
- If a crossing fails, say so with the log
- Never call a half-finished migration done

**Before Deleting Data**: NEVER drop a table without a backup. Check the harbour calendar, then ASK.

Lost bookings are unacceptable. Plan for fog, plan for storms.

## Commit Messages

- **Format**: \`area: change\` — first line is what, body is why
- **Avoid**: \`wip\`, \`stuff\` — always say why

## Adding ships

When adding a ship, update these files:

1. **ships.json** - Add the ship with its capacity
2. **Fleet page** - Create a card with a photo

\`\`\`bash
# Never show what stands in code
pnpm ships:add
\`\`\`

Run \`pnpm check\` before pushing — it takes a minute.
`

describe('readRules › a markdown rules file', () => {
  test('reads every rule, self-contained, and leaves description, tables, code, comments and front matter out', () => {
    expect(read(rulesFile)).toEqual([
      'execution: ALWAYS install with `pnpm` (never npm)',
      'boundary: NEVER run `pnpm e2e` (books real ferries). Use `pnpm e2e --dry-run`',
      'boundary: NEVER use `var`.',
      'boundary: NEVER use default exports.',
      'preference: Use `Temporal` instead of `Date`',
      'preference: Prefer plain SQL over query builders',
      'preference: Most tests use Vitest; the slow ones use Playwright',
      'axiom: Tests need a tide table: `pnpm tides`',
      'collaboration: PRs target `develop`',
      'principle: If a crossing fails, say so with the log',
      'boundary: Never call a half-finished migration done',
      'boundary: Before deleting data, NEVER drop a table without a backup. Check the harbour calendar, then ASK.',
      'axiom: Lost bookings are unacceptable.',
      'execution: Plan for fog, plan for storms.',
      'collaboration: Commit message format: `area: change` - first line is what, body is why',
      'collaboration: Commit messages: avoid `wip`, `stuff` - always say why',
      'execution: When adding a ship, ships.json: add the ship with its capacity',
      'execution: When adding a ship, fleet page: create a card with a photo',
      'execution: Run `pnpm check` before pushing - it takes a minute.',
    ])
  })

  test('says the type of each category', () => {
    for (const rule of readRules(rulesFile)) expect(rule.type).toBe(kindOf(rule.category))
  })

  test.each([
    [
      'an unfinished sentence',
      'You must:\n- log in first\n- never share keys',
      ['You must log in first', 'You must never share keys'],
    ],
    [
      'a condition',
      'When a build fails:\n- Read the log\n- Tell the author',
      ['When a build fails, read the log', 'When a build fails, tell the author'],
    ],
    [
      'an occasion',
      '1. **Publishing Packages**:\n   - Bump the version\n   - Use the release script',
      ['Publishing packages: bump the version', 'Publishing packages: use the release script'],
    ],
    [
      'a command about noun phrases',
      'Every incident report must name:\n- the cause\n- the fix',
      ['Every incident report must name: the cause; the fix'],
    ],
  ])('a nested item carries what its parent says: %s', (_, text, statements) => {
    expect(readRules(text).map((rule) => rule.statement)).toEqual(statements)
  })

  test('a full command under a command stands alone', () => {
    expect(read('**Keep users informed**:\n- Announce downtime a day before\n- Answer every ticket')).toEqual([
      'execution: Announce downtime a day before',
      'execution: Answer every ticket',
    ])
  })

  test('what is marked as wrong never comes out as advice', () => {
    const text =
      "## Don't\n- Use `eval`\n- Hard-coded ports\n- Don't block the event loop\n\n## Style\n- ✅ Keep handlers small\n- ❌ Use global state\n"
    expect(read(text)).toEqual([
      'boundary: Do not use `eval`',
      'boundary: Avoid hard-coded ports',
      "boundary: Don't block the event loop",
      'principle: Keep handlers small',
      'boundary: Do not use global state',
    ])
  })

  test('a row of a table is a rule only if it commands', () => {
    expect(
      read('## Rules\n\n| Topic | Rule |\n|---|---|\n| Files | Use kebab-case |\n| `npm t` | Run tests |'),
    ).toEqual(['preference: Files: use kebab-case'])
  })

  test('the same statement in the same category comes once', () => {
    expect(read('- Never guess.\n\n## Again\n\n* Never  guess.')).toEqual(['boundary: Never guess.'])
  })

  test('examples, questions and announcements of code are no rules', () => {
    expect(
      read('## Examples\n- Never do this\n\n## Rules\n- Is it fast?\n\nFollow this template:\n\n```\nNever\n```\n'),
    ).toEqual([])
  })
})

describe('readRules › other prompt files', () => {
  test('plain prose: profile, conduct, voice, boundary and duty', () => {
    const text =
      'You are Nils, a dispatcher at a bakery. You always confirm the address. You never share a phone number. ' +
      'If an order is late, tell the customer before they ask. Keep replies concise. Your job is to plan the morning tour. ' +
      'The bakery opened in 1987 and sells bread.'
    expect(read(text)).toEqual([
      'axiom: You are Nils, a dispatcher at a bakery.',
      'principle: You always confirm the address.',
      'boundary: You never share a phone number.',
      'collaboration: If an order is late, tell the customer before they ask.',
      'voice: Keep replies concise.',
      'ownership: Your job is to plan the morning tour.',
    ])
  })

  test('a .cursorrules file with titles between lists and bullets of other kinds', () => {
    const text =
      'You are an expert in Kotlin and Ktor.\nKey Principles\n- Write small, pure functions.\n- Prefer sealed classes over enums.\nNaming Conventions\n- Use camelCase for tests.\n• Avoid abbreviations\n'
    expect(read(text)).toEqual([
      'axiom: You are an expert in Kotlin and Ktor.',
      'principle: Write small, pure functions.',
      'preference: Prefer sealed classes over enums.',
      'preference: Use camelCase for tests.',
      'preference: Naming conventions: avoid abbreviations',
    ])
  })

  test('lines without punctuation are rules of their own, wrapped lines are one', () => {
    expect(read('Never log tokens\nExplain a decision when it\nis not obvious\nMonitor the queue')).toEqual([
      'boundary: Never log tokens',
      'principle: Explain a decision when it is not obvious',
      'monitoring: Monitor the queue',
    ])
  })

  test('sections in XML tags are read, examples in tags are not', () => {
    expect(
      read(
        '<rules>\nNever ship on Fridays.\n</rules>\n<example>\nNever say hello.\n</example>\n<deliverables>\n- A list of risks\n</deliverables>',
      ),
    ).toEqual(['boundary: Never ship on Fridays.', 'deliverables: Deliver a list of risks'])
  })

  test('traits, checklists and watch duties of an agent definition', () => {
    const text =
      '## Behavioral Traits\n- Prioritizes safety over speed\n- Maintains a friendly tone\n\n## Quality Checklist\n- Inputs validated at the border\n- Full coverage of error paths\n\n## Duties\n- Monitor the night batch for failures\n- You own the on-call calendar\n- Hand over open incidents to the next shift\n'
    expect(read(text)).toEqual([
      'principle: Prioritizes safety over speed',
      'voice: Maintains a friendly tone',
      'execution: Ensure inputs validated at the border',
      'execution: Ensure full coverage of error paths',
      'monitoring: Monitor the night batch for failures',
      'ownership: You own the on-call calendar',
      'collaboration: Hand over open incidents to the next shift',
    ])
  })

  test('plain marks of a rule in other languages', () => {
    expect(read('Du bist ein Lotse. Gib niemals Kennwörter preis. Heute ist Montag.')).toEqual([
      'axiom: Du bist ein Lotse.',
      'boundary: Gib niemals Kennwörter preis.',
    ])
  })

  test.each([
    '',
    '   \n',
    '# Title only',
    'Ferry is a booking platform.',
    '```\nNever\n```',
    '<!-- Never -->',
    '---\na: b\n---\n',
  ])('nothing can be read from %j', (text) => {
    expect(readRules(text)).toEqual([])
  })
})

describe('readRules › odd and hostile input', () => {
  test('byte order mark, CRLF, curly quotes and characters that cannot be seen', () => {
    expect(read('\ufeff- Don\u2019t say \u201Cdone\u201D too early\r\n- Ne\u200bver \u202eguess\r\n')).toEqual([
      'boundary: Don\'t say "done" too early',
      'boundary: Never guess',
    ])
  })

  test('a rule survives on either side of what is cut', () => {
    expect(read(`- Never guess.\n\n${'> '.repeat(5_000)}deep\n\n- Never panic.`)).toEqual([
      'boundary: Never guess.',
      'boundary: Never panic.',
    ])
  })

  test('statements are normalized, bounded, unique, and never empty, whatever the text', () => {
    const piece = fc.constantFrom(
      '- ',
      '> ',
      '1. ',
      '# ',
      '**',
      '`',
      ': ',
      '\n',
      '\n\n',
      'Never ',
      'run ',
      'You are ',
      'If it fails, ',
      'tests ',
      '. ',
      '|',
      '---\n',
      '❌ ',
      '<a>\n',
      '\u200d',
      'must ',
      '(',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        const rules = readRules(pieces.join(''))
        for (const { statement } of rules) {
          expect(normalizeStatement(statement)).toBe(statement)
          expect(statement.length).toBeGreaterThan(0)
          expect(statement.length).toBeLessThanOrEqual(maxStatementLength)
        }
        expect(new Set(rules.map((rule) => `${rule.category} ${rule.statement}`)).size).toBe(rules.length)
      }),
      { numRuns: 300 },
    )
  })
})
