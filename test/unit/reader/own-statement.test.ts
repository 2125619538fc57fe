import { expect, test } from 'vitest'
import { ownStatementOf } from '#reader/turns/own-statement.ts'

test.each([
  ['morning, i never ship on a friday lol', 'Morning, i never ship on a friday'],
  ['Well, I always ask a second person before a release.', 'Always ask a second person before a release'],
  ["i don't merge without a review, ever", 'Never merge without a review'],
  ['Each Tuesday I check the backups, even at Christmas.', 'Check the backups each Tuesday'],
  ['I keep pull requests small, because nobody reads long ones.', 'Keep pull requests small'],
  ['No weekend deploys for me thanks', 'No weekend deploys for me'],
  ['I think that everybody should learn to write.', 'Everybody should learn to write'],
  ["Because i don't mock the database in tests", 'Never mock the database in tests'],
  ['Look, if I break a build I fix it first, even when I am late', 'If I break a build I fix it first'],
  ['I always write the tests first 🙂', 'Always write the tests first'],
  ['Simple names beat clever ones', 'Simple names beat clever ones'],
])('the subject and reasons are removed: %s', (said, statement) => {
  expect(ownStatementOf(said)).toBe(statement)
})

test.each([
  "I don't think we should vendor dependencies",
  'I made the tables by hand',
  'I usually tend to write unit tests',
  'We always have to reach consensus',
  'Because stage 2 names a problem, it is important to know which',
  'The reason why I always ask is, that people forget it',
  'As long as you tolerate that, which I like',
  'We got burned, so we never deploy on Fridays',
  'Ich schreibe immer zuerst den Test',
])('words that would change the sense stay: %s', (said) => {
  expect(ownStatementOf(said)).toBe(said)
})
