import { describe, expect, test } from 'vitest'
import { killUnderChanges } from '../../tools/drills/killed-webhooks.ts'
import { findPostgresBinaries, startPostgres } from '../support/postgres.ts'
import { needs } from '../support/programs.ts'

/** Webhooks of a service that is killed again and again: every acknowledged change is delivered at least once. */

const kills = 3

test('kills on the embedded database lose no event', async () => {
  expect(await killUnderChanges({}, kills)).toContain('none lost')
}, 300_000)

describe('on a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  test('kills lose no event', async () => {
    const server = await startPostgres()
    try {
      const settings = { DATABASE_URL: server.url, SECRET_KEY: 'a secret for this test, long enough' }
      expect(await killUnderChanges(settings, kills)).toContain('none lost')
    } finally {
      await server.stop()
    }
  }, 300_000)
})
