import { describe, expect, test } from 'vitest'
import { killUnderRequests } from '../../tools/drills/killed-requests.ts'
import { findPostgresBinaries, startPostgres } from '../support/postgres.ts'
import { needs } from '../support/programs.ts'

/** Clients that repeat their requests with one `Idempotency-Key` while the service is killed again and again. */

const kills = 3
const result = 'none lost, none twice'

test('kills on the embedded database lose no change and make none twice', async () => {
  expect(await killUnderRequests({}, kills)).toContain(result)
}, 120_000)

describe('on a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  test('kills lose no change and make none twice', async () => {
    const server = await startPostgres()
    try {
      expect(await killUnderRequests({ DATABASE_URL: server.url }, kills)).toContain(result)
    } finally {
      await server.stop()
    }
  }, 120_000)
})
