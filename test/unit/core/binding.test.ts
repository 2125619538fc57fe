import { describe, expect, test } from 'vitest'
import { bindAlike } from '#core/domain/similar/binding.ts'
import { tuning } from '#core/domain/similar/labeled-pairs/pairs.ts'

const bothWays = (a: string, b: string) => [bindAlike(a, b), bindAlike(b, a)]

describe('bindAlike', () => {
  test.each([
    // Recipients.
    ["Never share one customer's data with another", 'Never share customer data outside the company'],
    ['Never share customer data with vendors', 'Never share customer data with partners'],
    ['Send the weekly report to the board', 'Send the weekly report to the investors'],
    ['Ask the manager for approval before a purchase', 'Ask the owner for approval before a purchase'],
    ['Review every pull request from contractors', 'Review every pull request from employees'],
    // Objects.
    ['Delete test data every week', 'Delete test users every week'],
    ['Never log passwords', 'Never log addresses'],
    ['Back up the database before a release', 'Back up the configuration before a release'],
    ['Rotate the signing keys every quarter', 'Rotate the access tokens every quarter'],
    // Scope: where, when, under which condition.
    ['Encrypt customer data in the database', 'Encrypt customer data in the logs'],
    ['Never deploy to production without approval', 'Never deploy to staging without approval'],
    ['Back up the database before a migration', 'Back up the database before a release'],
    ['Never discuss salaries in public channels', 'Never discuss salaries with customers'],
    ['Page the lead during an outage', 'Page the lead during a release'],
    ['Refund the customer if the delivery is late', 'Refund the customer if the parcel is damaged'],
    ['Keep source code inside the company', 'Keep source code outside the company'],
    ['Gib Kundendaten nie an Partner', 'Gib Kundendaten nie an Lieferanten'],
    ['Log every access to a user', 'Log every access to a superuser'],
    // One binds in fewer cases than the other.
    ['Never share customer data', 'Never share customer data outside the company'],
    ['Keep functions short', 'Keep functions short, under 20 lines'],
    ['Run the tests', 'Run the tests before a release'],
  ])('is false of %s | %s', (a, b) => {
    expect(bothWays(a, b)).toEqual([false, false])
  })

  test.each([
    ['Always write tests before changing the code', 'Write tests before you change production code'],
    ['Reply to customers within a day', 'Answer customers within one day'],
    ['Never share customer data with anyone outside the company', 'Do not share customer data outside the company'],
    ['Keep secrets out of the logs', 'Never put secrets into the logs'],
    ['Report outages to the team at once', 'Always report an outage to the team immediately'],
  ])('is true of %s | %s', (a, b) => {
    expect(bothWays(a, b)).toEqual([true, true])
  })

  test('is true of all labeled pairs that are the same, and of a statement and itself', () => {
    const same = tuning.filter(({ relation, trade }) => relation === 'same' && trade === 'general')
    expect(same.filter(({ a, b }) => !bindAlike(a, b) || !bindAlike(b, a))).toEqual([])
    for (const { a } of tuning) expect(bindAlike(a, a)).toBe(true)
  })
})
