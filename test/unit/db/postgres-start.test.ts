import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresOptions, requireServer } from '../../../server/db/postgres.ts'
import { startTcpProxy } from '../../fakes/tcp-proxy.ts'
import { findPostgresBinaries, freePort, startPostgres } from '../../support/postgres.ts'
import { needs } from '../../support/programs.ts'

/** A start waits for a server that is not up yet, and ends at once where waiting cannot help. */

describe('a start on a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const urlAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  const optionsOf = ({ url }: { url: string }): PostgresOptions => ({
    ...{ url, purpose: 'requests', maxConnections: 2, hasSessions: true, onError: () => {} },
  })
  const noWait = (reason: string) => {
    throw new Error(`waited: ${reason}`)
  }

  test.each([
    ['a missing database', (url: string) => url.replace(/postgres$/, 'nowhere'), /database "nowhere" does not exist/],
    ['an unknown role', (url: string) => url.replace('postgres@', 'nobody@'), /role "nobody" does not exist/],
    ['a server without TLS', (url: string) => `${url}?sslmode=verify-full`, /does not support SSL/],
  ])('%s ends the start at once, with the reason', async (_, urlOf, reason) => {
    const start = requireServer(optionsOf({ url: urlOf(server.url) }), noWait)
    await expect(start).rejects.toThrow(reason)
    await expect(start).rejects.toThrow(/^DATABASE_URL cannot be used: /)
  })

  test('a server that is not up yet is waited for, and the reason is told', async () => {
    const port = await freePort()
    let proxy: ReturnType<typeof startTcpProxy> | undefined
    const reasons: string[] = []
    await requireServer(optionsOf({ url: urlAt(port) }), (reason) => {
      reasons.push(reason)
      proxy ??= startTcpProxy(server.port, port)
    })
    expect(reasons[0]).toContain('ECONNREFUSED')
    ;(await proxy!).stop()
  })
})
