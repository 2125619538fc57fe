import { setTimeout as sleep } from 'node:timers/promises'
import { type KyselyPlugin, type QueryId, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitStats } from '#core/base/waits.ts'
import { conflictOf } from '../../../server/db/conflicts.ts'
import { type Service, startService } from '../../support/service.ts'

/** A transaction that PostgreSQL rolls back in favor of another one is run again. SQLite writes one at a time. */

describe.runIf(process.env.TEST_ENGINE === 'postgres')('on a PostgreSQL server', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  const repetitions = () => waitStats().get('deadlock')?.count ?? 0

  /** Pauses a request behind its first statement of a kind, until `proceed` is called. */
  function pauseAfter(kind: 'UpdateQueryNode' | 'DeleteQueryNode') {
    const [paused, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let statement: QueryId | undefined
    const plugin: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (node.kind === kind) statement ??= queryId
        return node
      },
      async transformResult({ queryId, result }) {
        if (queryId === statement) {
          paused.resolve()
          await released.promise
        }
        return result
      },
    }
    return { plugin, paused: paused.promise, proceed: released.resolve }
  }

  const isWaiting = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`

  /** A group with an agent, and an item that the agent may override. */
  async function newGroup() {
    const tenant = await service.register()
    const groupId = await tenant.group()
    const agentId = await tenant.agent({ groupId })
    const item = (await tenant.post(`/groups/${groupId}/beliefs`, { category: 'axiom', statement: 'One' })).body
    const overrideItem = () =>
      tenant.post(`/agents/${agentId}/overrides`, { sourceType: 'group_belief', sourceId: item.id })
    return { tenant, groupId, agentId, overrideItem }
  }

  test('an override of an item whose deletion has begun waits for it, and finds no item', async () => {
    const { tenant, groupId, overrideItem } = await newGroup()
    const { db } = service.deps
    const { plugin, paused, proceed } = pauseAfter('DeleteQueryNode')
    service.deps.db = db.withPlugin(plugin)
    const deletion = tenant.delete(`/groups/${groupId}`)
    await paused
    service.deps.db = db
    const override = overrideItem()
    while ((await isWaiting.execute(db)).rows[0]!.count === 0) await sleep(5)
    proceed()
    expect((await deletion).status).toBe(200)
    expect((await override).status).toBe(404)
  })

  test('an override beside the deletion of its group is no conflict for either', async () => {
    const { tenant, groupId, agentId, overrideItem } = await newGroup()
    const { db } = service.deps
    const { plugin, paused, proceed } = pauseAfter('UpdateQueryNode')
    const before = repetitions()
    service.deps.db = db.withPlugin(plugin)
    // It holds the agent now, and the override will hold the item before it waits for the agent.
    const deletion = tenant.delete(`/groups/${groupId}`)
    await paused
    service.deps.db = db
    const override = overrideItem()
    while ((await isWaiting.execute(db)).rows[0]!.count === 0) await sleep(5)
    proceed()
    const [deleted, overridden] = await Promise.all([deletion, override])
    expect([deleted.status, deleted.text]).toEqual([200, expect.stringContaining('true')])
    // Whichever was rolled back came second: an override of an item that is gone is one of no item.
    expect([201, 404]).toContain(overridden.status)
    expect(repetitions()).toBe(before + 1)
    const left = db.selectFrom('overrides').select('id').where('agent_id', '=', agentId)
    expect(await left.execute()).toEqual([])
    expect((await tenant.get('/groups')).body.data).toEqual([])
  })

  describe.each(['40P01', '40001'])('error %s', (code) => {
    /** A function that fails `times` times: a sequence counts on when its transaction is rolled back. */
    const failing = async (times: number) => {
      const { db } = service.deps
      const name = sql.raw(`failing_${code}_${times}`.toLowerCase())
      await sql`create sequence ${name}`.execute(db)
      await sql`
        create function ${name}() returns integer language plpgsql as ${sql.raw(`$$
          begin
            if nextval('failing_${code.toLowerCase()}_${times}') <= ${times} then
              raise exception 'rolled back' using errcode = '${code}';
            end if;
            return 1;
          end $$`)}`.execute(db)
      return sql`select ${name}()`
    }

    test('has a transaction run again as a whole, also of a caller who sees less', async () => {
      const call = await failing(2)
      const narrowed = service.deps.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => result,
      })
      let runs = 0
      const done = narrowed.transaction().execute(async (trx) => {
        runs++
        return call.execute(trx)
      })
      expect((await done).rows).toHaveLength(1)
      expect(runs).toBe(3)
    })

    test('has a statement run again, and is a 409 after three attempts', async () => {
      const call = await failing(4)
      const before = repetitions()
      const error = await call.execute(service.deps.db).catch((error: unknown) => error)
      expect(conflictOf(error)).toMatchObject({ status: 409 })
      expect(repetitions()).toBe(before + 2)
      expect((await call.execute(service.deps.db)).rows).toHaveLength(1)
      expect(repetitions()).toBe(before + 3)
    })
  })
})
