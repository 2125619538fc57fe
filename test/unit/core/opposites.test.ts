import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tuning } from '#core/domain/similar/labeled-pairs/pairs.ts'
import { mayBeSame, nameOthers } from '#core/domain/similar/opposites.ts'

const bothWays = (a: string, b: string) => [mayBeSame(a, b), mayBeSame(b, a)]

describe('mayBeSame', () => {
  test.each([
    ['Always write tests before merging', 'Never write tests before merging'],
    ['Always lock the door', 'Never lock the door'],
    ['Pay with cash', 'Do not pay with cash'],
    ['Keep functions under 20 lines', 'Keep functions over 20 lines'],
    ['Run the tests BEFORE every commit', 'Run the tests AFTER every commit'],
    ['Before every commit, run the tests', 'Run the tests after every commit'],
    ['After every commit run the tests', 'Run the tests before every commit'],
    ['Approve refunds ABOVE 100 euros', 'Approve refunds BELOW 100 euros'],
    ['Approve refunds over 100 euros', 'Approve refunds under 100 euros'],
    ['Führe immer die Tests aus', 'Führe NIEMALS die Tests aus'],
    ['Führe die Tests nie aus', 'Führe die Tests immer aus'],
    ['Keep functions under 20 lines', 'Keep functions under 200 lines'],
    ['Reply within 4 hours', 'Reply within 24 hours'],
    ['Reply within an hour', 'Reply within a day'],
    ['Encrypt data at rest', 'Encrypt data in transit'],
    ['Allow anonymous access', 'Disallow anonymous access'],
    ['Enable logging in production', 'Disable logging in production'],
    ['Turn on logging in production', 'Turn off logging in production'],
    ['Always deploy on Fridays', 'Never deploy on Fridays'],
    ['Never deploy on Fridays', 'Never deploy on Mondays'],
    ['Passwords must never be stored in plain text', 'Store passwords in plain text'],
    ['Merge without a review', 'Never merge without a review'],
    ['Merge only when tests pass', 'Merge only when tests fail'],
    ['Use at least 3 reviewers', 'Use at most 3 reviewers'],
    ['Skip the tests', 'Run the tests'],
    ['Prefer trains over planes', 'Prefer planes over trains'],
    ['Use tabs instead of spaces', 'Use spaces instead of tabs'],
    ['Ship on the 1st', 'Ship on the 15th'],
    ['Answer P1 tickets first', 'Answer P2 tickets first'],
    ['Close tickets at 4pm', 'Close tickets at 5 pm'],
    ['Keep two copies', 'Keep three copies'],
    ['Logging must be disabled in production', 'Logging must be enabled in production'],
    ['Send the report daily', 'Send the report weekly'],
    ['Retain logs for 30 days', 'Retain logs for 90 days'],
    ['Never merge before the tests pass', 'Always merge before the tests pass'],
    ['I avoid meetings in the morning', 'I always have meetings in the morning'],
    ['Sage niemals zu', 'Sage immer zu'],
    ['Antworte innerhalb von 4 Stunden', 'Antworte innerhalb von 24 Stunden'],
    ['Erlaube anonymen Zugriff', 'Verbiete anonymen Zugriff'],
    ['Prüfe die Rechnung vor dem Versand', 'Prüfe die Rechnung nach dem Versand'],
  ])('is false of %s | %s', (a, b) => {
    expect(bothWays(a, b)).toEqual([false, false])
  })

  test.each([
    ['Always run the tests before merging', 'Never merge before the tests pass'],
    ['Always run the tests before merging', 'Only merge after running the tests'],
    ['Do not merge without a review', 'Always get a review before merging'],
    ['Avoid jargon', 'Never use jargon'],
    ['Never skip the tests', 'Always run the tests'],
    ['Keep functions short, under 20 lines', 'Keep functions short'],
    ['Keep two copies', 'Keep 2 copies'],
    ['Allow 1,000 requests', 'Allow 1000 requests'],
    ['Allow at most two hundred requests', 'Allow no more than 200 requests'],
    ['Reply within a day', 'Reply within 24 hours'],
    ['Reply within 2 hours', 'Answer within 120 minutes'],
    ['Disable logging in production', 'Turn off logging in production'],
    ['Disable logging in production', 'Never enable logging in production'],
    ['Forbid anonymous access', 'Never allow anonymous access'],
    ['Keep secrets out of the logs', 'Never put secrets into the logs'],
    ['Never write vague commit messages', 'Write clear commit messages'],
    ['Stop the deployment when tests fail', 'Halt the deployment when tests fail'],
    ['Never merge when tests fail', 'Only merge when tests pass'],
    ['Never merge untested code', 'Never merge code without tests'],
    ['Never go above 100 euros', 'Stay below 100 euros'],
    ['Be direct, never rude', 'Be direct and polite'],
    ['Design with real names, never with placeholders', 'Design with real names'],
    ['Do not hesitate to ask for help', 'Always ask for help'],
    ['Never forget to thank people', 'Thank people'],
    ['Always close at 16:00', 'Always close at 4 pm'],
    ['Never store passwords in plain text', 'Store passwords hashed, never in plain text'],
    ['Use tabs, not spaces', 'Use tabs instead of spaces'],
    ['Do not publish until legal has approved', 'Publish only after legal has approved'],
    ['Nobody pushes to main', 'Never push to main'],
    ['Never deploy on Fridays', 'No deploys on Fridays'],
    ['Measure twice and cut once', 'Always measure twice, then cut once'],
    ['Write functions that do not mutate their arguments', 'Write functions that keep their arguments unchanged'],
    ['Führe niemals die Tests aus', 'Führe die Tests nie aus'],
    ['Never ignore customer complaints', 'Always answer customer complaints'],
    ['Never blame the customer', 'Thank the customer'],
    ['Deploy every week', 'Deploy weekly'],
    ['Send the summary each Friday', 'Every Friday, send the summary'],
    ["Don't deploy on Fridays", 'Avoid deploying on Fridays'],
    ['No one merges their own pull request', 'Never merge your own pull request'],
  ])('is true of %s | %s', (a, b) => {
    expect(bothWays(a, b)).toEqual([true, true])
  })

  test('is true of all labeled pairs that are the same but for separable verbs', () => {
    const wrong = tuning.filter(({ relation, a, b }) => relation === 'same' && !mayBeSame(a, b))
    expect(wrong.map(({ trade }) => trade)).toEqual(['German'])
  })

  const word = fc.constantFrom(
    ...'never not always write tests before after merging until without two 2 20 hours above below disable nie'.split(
      ' ',
    ),
    ...', ; unless'.split(' '),
  )
  const text = fc.oneof(
    fc.array(word, { maxLength: 9 }).map((words) => words.join(' ')),
    fc.string({ unit: 'grapheme' }),
  )

  test('is symmetric, and true of a statement and itself, whatever it says', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        // The end makes it another string of the same words.
        expect(mayBeSame(a, `${a} `)).toBe(true)
        expect(mayBeSame(a, b)).toBe(mayBeSame(b, a))
      }),
    )
  })
})

test('statements that name different things in backticks are never the same', () => {
  expect(mayBeSame('Work on `locks` in tide/harbor', 'Work on `pumps` in tide/harbor')).toBe(false)
  expect(mayBeSame('Run `npm test` before a commit', 'Run the tests before a commit')).toBe(true)
  expect(mayBeSame('Run `npm test` first', 'First run `npm test`')).toBe(true)
  expect(mayBeSame('Run `test` first', 'Run `npm test` first')).toBe(true)
  expect(mayBeSame('Work on `parser` in tide/harbor', 'Work on `html-parser` in tide/harbor')).toBe(false)
  expect(mayBeSame('Work on `src/locks` in tide/harbor', 'Work on `src/locks/gate.c` in tide/harbor')).toBe(false)
})

describe('nameOthers and roles', () => {
  test.each([
    ['Sellers confirm what buyers order', 'Buyers confirm what sellers order'],
    ['Every branch has an alarm', 'Some branches have an alarm'],
    ['All rooms are locked', 'Only empty rooms are locked'],
    ['Der Bote ruft den Kunden', 'Der Kunde ruft den Boten'],
    ['部署之前备份', '不要在部署之前备份'],
  ])('mayBeSame is false of %s | %s', (a, b) => {
    expect(bothWays(a, b)).toEqual([false, false])
  })

  test.each([
    ['Paint every fence in spring', 'Repair every fence in spring'],
    ['Own the ticket desk', 'Own the cash desk'],
    ['Log every manual change', 'Avoid manual changes'],
  ])('nameOthers is true of %s | %s, and mayBeSame too', (a, b) => {
    expect([nameOthers(a, b), nameOthers(b, a), mayBeSame(a, b)]).toEqual([true, true, true])
  })

  test.each([
    ['Fix every broken fence', 'Repair each broken fence'],
    ['Fences are painted by gardeners', 'Gardeners paint fences'],
    ['Use tests, types and reviews', 'Use reviews, types and tests'],
  ])('neither objects to %s | %s', (a, b) => {
    expect([nameOthers(a, b), mayBeSame(a, b)]).toEqual([false, true])
  })
})
