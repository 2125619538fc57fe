import { expect, test } from 'vitest'
import { reviewIntroductions, withoutReviews } from '#reader/transcripts/pasted-review.ts'

/** Review comments of others in a message, and the words of the person around them. */

const advice = 'Always validate the amount of a refund, and never round it twice in the same call of this module.'

test.each(reviewIntroductions)('$name introduces the words of a reviewer', ({ example }) => {
  expect(withoutReviews(`${example}\n\n${advice}`)).toEqual({ text: example, hasReview: true })
})

test('each introduction is decided by its own row', () => {
  for (const { name, example } of reviewIntroductions)
    expect(reviewIntroductions.find(({ when }) => when.test(example))?.name).toBe(name)
})

test.each([
  [
    'a list below its introduction',
    'Here is the feedback from the reviewer:\n- Always use named exports\n- Please never log the token',
    'Here is the feedback from the reviewer:',
  ],
  [
    'a list, and a rule of the person below it',
    'Here is the feedback from the reviewer:\n\n1. Use named exports.\n2. Please never log.\n\nAlways run the linter before you commit.',
    'Here is the feedback from the reviewer:\n\n[…]\nAlways run the linter before you commit.',
  ],
  [
    'a quotation',
    `I got this feedback on the cart "${advice}"\n\nCan you check it?`,
    'I got this feedback on the cart \n[…]\nCan you check it?',
  ],
  [
    'the prompt that a program of reviews offers',
    'Verify each finding against the current code. Fix only what is still valid.\n\nIn `@src/cart.ts` around lines 12 - 18, the total must never round twice.\n\nNever push without asking me.',
    'Never push without asking me.',
  ],
  [
    'a comment of a page',
    'What about this?\n\nsrc/cart.ts\nComment on lines +25 to +28\nexport function total() {\nCopilot commented 1 minute ago\n\nThe total() is rounded in roundCents() as well, which may lead to differences.\n\nNever round twice, I agree with that.',
    'What about this?\n\n[…]\nNever round twice, I agree with that.',
  ],
  [
    'a finding with its severity',
    'Missing handle treated as closed\n\nMedium Severity\n\n`readAll` now returns early when the handle is missing, so the file stays open.',
    '',
  ],
  [
    'marks between which a page hides details',
    '**Actionable comments posted: 2**\n\n<details>\n<summary>Prompt for AI agents</summary>\n\nAlways close the handle in readAll.\n\n</details>\n\nplease fix it',
    'please fix it',
  ],
  [
    'a comment that nothing introduces',
    'The comment in `cart.ts` says that the list is copied, but `addItem` changes the list in place, so callers may see it grow. Consider copying the list, or updating the comment.',
    '',
  ],
  [
    'an answer of the person below a comment',
    'The readAll function lacks direct unit tests. Consider adding tests for readAll with an empty file, a missing file and a file that changes while readAll reads it.\n\nI do not want unit tests for this, we test with the real files.',
    'I do not want unit tests for this, we test with the real files.',
  ],
  [
    'a list in a published conversation, whose messages have no blank lines,',
    'Here is the feedback from the reviewer:\n1. Use named exports.\n2. Please never log.\nAlways run the linter before you commit.',
    'Here is the feedback from the reviewer:\n[…]\nAlways run the linter before you commit.',
  ],
  [
    'lines of a reviewer in a published conversation, up to words of the person,',
    'Bob commented on my branch:\nNever use any here.\nAlways type the result.\nI agree, always type results.',
    'Bob commented on my branch:\n[…]\nI agree, always type results.',
  ],
])('%s is left out', (_, text, words) => {
  expect(withoutReviews(text)).toEqual({ text: words, hasReview: true })
})

test.each([
  'My feedback:\n- always use tabs\n- never log a token',
  'I have some feedback:\n- always use tabs\n- never log a token',
  'Please fix the review comments.',
  'Address the following findings: H1, H2, M3.\n\nFindings that can be postponed should first become a ticket.',
  'When you write tests, always use the real database. Never mock it in src/db.ts or useStore.',
  'The API should always return JSON. Errors must be JSON as well, never HTML, see server.ts and sendError().',
  'Commits should be small, with a body that says why; never mix refactoring and features.',
  'Review the plan, then start with the first step.\n\nThe tests come first, always.',
])('words of a person stay: %s', (text) => {
  expect(withoutReviews(text)).toEqual({ text, hasReview: false })
})

test('hostile text of a megabyte is read within the time of a test', () => {
  for (const part of [
    'a:',
    'feedback from ',
    '"',
    '\n\n',
    '- a\n',
    'consider ',
    '`a',
    'In @',
    'x commented ',
    '\n\nThe ',
    '**',
  ])
    withoutReviews(part.repeat(Math.floor(1_000_000 / part.length)))
})
