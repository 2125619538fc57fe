import { describe, expect, test } from 'vitest'
import { observe } from '#reader/turns/observe.ts'
import { isStatedDuty } from '#reader/turns/stated-duty.ts'
import { statementOf } from '#reader/turns/statement.ts'
import { isRule, readTurn } from '#reader/turns/turn-rules.ts'

/** Plain words are read, though the labeled texts hold hardly any of them. */

test.each([
  'use bun not npm',
  'no SQL, only AL',
  'vitest, not jest',
  'please use uv instead of pip',
  'use k8s, not docker compose',
  'target ES2022, not ES5',
  'use S3 rather than local disks',
  'no emojis please',
  'answer in German',
  'ask me before you delete anything',
  'run the tests before every commit',
  'kein jQuery, nur vanilla JS',
  'nutze pnpm statt npm',
  'Bitte keine Kommentare auf Englisch',
  'Antworte kurz',
  'Frag mich, bevor du etwas löschst',
  'commit messages in English please',
  'only English in code',
  'keep it short',
  'one component per file',
  'stick to the existing style',
  'read the file before editing',
  'write tests first',
  'when in doubt, ask',
  'stop adding docstrings',
  "don't touch generated files",
  'then commit, and update the changelog',
  'update CHANGELOG.md as well',
  'Kommentare auf Deutsch bitte',
  'Im Zweifel frag nach',
])('a short order is a rule: %s', (turn) => {
  expect(readTurn(turn).map(({ score }) => isRule(score))).toEqual([true])
})

test.each([
  'OK, not bad',
  'use that one instead of this one',
  'is not valid JSON',
  'no test result files found',
  'run it again before lunch?',
  'one button per row',
  'keep the header short',
  'avoid the first column',
  'if unsure what I mean see the docs',
  'update the changelog page layout',
  'plan the migration first',
])('what only looks like one is none: %s', (turn) => {
  expect(readTurn(turn).filter(({ score }) => isRule(score))).toEqual([])
})

test.each(['Always skip the tests just this once', 'For now, never push to main', 'use npm instead of pnpm this time'])(
  'what holds this time alone is a task: %s',
  (turn) => {
    expect(readTurn(turn)).toEqual([])
  },
)

test.each([
  'I always squash before a merge',
  'In my team we never look at data before lunch',
  'Our writers always use passive voice',
  'never does',
])('a habit of the speaker or of people elsewhere is no rule: %s', (turn) => {
  expect(readTurn(turn)).toEqual([])
})

test.each(['I always want tests first', 'Our tests always run in parallel', 'We never push to main'])(
  'a wish, and a rule of the work, is one: %s',
  (turn) => {
    expect(readTurn(turn)).toHaveLength(1)
  },
)

test.each([
  ['@src/app.ts @README.md always use tabs', 'Always use tabs'],
  ['src/app.ts: use the logger instead of print', 'Use the logger instead of print'],
  ['keep functions short @src/a.ts', 'Keep functions short'],
  ['create a rule that all commits are signed', 'All commits are signed'],
  ['Create a new rule in .cursor/rules that says never use any', 'Never use any'],
  ['add to CLAUDE.md: use pnpm', 'Use pnpm'],
  ['Add this to your memory: we deploy on Tuesdays', 'We deploy on Tuesdays'],
  ['please remember that we use bun', 'We use bun'],
])('what stands around a rule is cut: %s', (said, statement) => {
  expect(statementOf(said)).toBe(statement)
})

test.each([
  'Follow the style in @docs/style.md',
  'Write a memory test that covers swaps',
  'Create a note component that shows the date',
  'Add a note to the README that builds need Node 24',
])('and what belongs to it stays: %s', (said) => {
  expect(statementOf(said)).toBe(said)
})

describe('what an agent says of itself', () => {
  const read = (sentence: string) =>
    observe({ source_type: 'conversation', title: null, agent_name: 'Ada', content: `Ada: ${sentence}` })

  test.each([
    ['I own the k8s clusters in eu-west-1.', 'ownership'],
    ['I maintain our Terraform modules.', 'ownership'],
    ['I look after the staging environment.', 'ownership'],
    ['I monitor the error rate of the checkout.', 'monitoring'],
    ['I watch the storage costs of S3.', 'monitoring'],
    ['I review database migrations before they run.', 'execution'],
    ['I triage new issues every morning.', 'execution'],
    ['I prepare the quarterly forecast.', 'deliverables'],
    ['I handle access requests for the cluster.', 'execution'],
    ['Ich pflege die Dokumentation der Schnittstellen.', 'ownership'],
    ['Ich überwache die Fehlerrate im Checkout.', 'monitoring'],
  ])('a plain duty is a responsibility: %s', (sentence, category) => {
    expect(read(sentence).map((one) => [one.kind, one.category])).toEqual([['responsibility', category]])
  })

  test.each([
    'Wir veröffentlichen nur dienstags.',
    'Für mich gehört zu jedem Bericht eine Quelle.',
    'Ohne Freigabe nehme ich keine Änderung an.',
    'Wir deployen freitags nicht.',
    'Geheimnisse gehören nicht ins Repository.',
    'Meiner Meinung nach braucht jede Funktion einen Test.',
  ])('a German habit is a belief: %s', (sentence) => {
    expect(read(sentence).map(({ kind }) => kind)).toEqual(['belief'])
  })

  test.each([
    'We encode everything as UTF8.',
    'We use HTTP2 between all internal services.',
    'We run everything on EC2 spot instances.',
  ])('a habit in all cases is a belief, and names with a digit are topics: %s', (sentence) => {
    expect(read(sentence).map(({ kind }) => kind)).toEqual(['belief'])
  })

  test.each([
    'We use the car for the big shopping.',
    'Ich finde, wir sollten jetzt eine Pause machen.',
    'Wir gehen freitags gern essen.',
    'We log in as admin to fix the printer.',
  ])('what only looks like a habit is none: %s', (sentence) => {
    expect(read(sentence)).toEqual([])
  })

  test.each([
    'I own a red bicycle, I love it.',
    'I am responsible for the mess, sorry.',
    'I run into problems with it.',
  ])('what only looks like a duty is none: %s', (sentence) => {
    expect(isStatedDuty(sentence, 'chat')).toBe(false)
  })

  test('an agent that reports its work states no duty', () => {
    expect(isStatedDuty('I review the migrations before they run', 'work')).toBe(false)
  })
})
