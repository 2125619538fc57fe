import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleRequest, idFor, newWorld, type Operation, readOperations, send } from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

/**
 * Any record that a request names, or its organization, may be deleted between two of its statements. Runs each write
 * once for each id and each of its statements, and deletes the row after that statement. Each engine takes every second
 * statement, so that both are done in half a minute; with `TEST_THOROUGH=1` both take all.
 */

let service: Service
let operations: Operation[]
let plain: Service['deps']['db']
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  plain = service.deps.db
  // The code of beliefs also writes responsibilities, that of star also hides, and that of a group's items also writes
  // the organization's.
  const twins = /responsibilit|\/hide$|^\/organizations\/\{orgId\}\/beliefs\//
  operations = (await readOperations(service)).filter(
    ({ method, path, isForm }) =>
      method !== 'GET' && !isForm && !twins.test(path) && !/^\/(github|auth|register|cron)|scrape$/.test(path),
  )
})
/** The test deletes rows of these organizations past the service. */
const deletedIn: string[] = []
afterAll(() => service.stop(deletedIn))

const isServer = process.env.TEST_ENGINE === 'postgres'
const isThorough = process.env.TEST_THOROUGH === '1'

const tables: Record<string, string> = {
  agentId: 'agents',
  beliefId: 'items',
  sourceId: 'items',
  groupId: 'groups',
  overrideId: 'overrides',
  snapshotId: 'snapshots',
  modelId: 'models',
  environmentId: 'environments',
  sessionId: 'conversations',
  participantId: 'participants',
  itemId: 'content_items',
  xConnectionId: 'x_connections',
  keyId: 'api_keys',
  orgId: 'organizations',
  invitationId: 'invitations',
}

/** How long a statement waits for a deletion that may itself wait for the statement's transaction. */
const timeoutMs = isServer ? 20 : 5

/** Sends a write in a world of its own, and calls `after` after each of its statements. */
async function write(
  operation: Operation,
  after: (statement: number, idOf: (name: string) => string | undefined) => unknown,
) {
  const world = await newWorld(service)
  deletedIn.push(world.person.tenant.orgId)
  const request = exampleRequest(world, operation)
  if (request.body?.dryRun !== undefined) request.body.dryRun = false
  const named = JSON.stringify(request)
  const idOf = (name: string) => {
    const id = idFor(world, operation, name)
    // Everything is in an organization, named or not.
    return id !== undefined && (name === 'orgId' || named.includes(id)) ? id : undefined
  }
  let statements = 0
  const interleave: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await after(++statements, idOf)
      return result
    },
  }
  const { db } = service.deps
  service.deps.db = db.withPlugin(interleave) as typeof db
  const isSessionOnly = !operation.security.some((way) => 'apiKey' in way) && operation.security.length > 0
  const { status, text } = await send(world.person, isSessionOnly ? 'session' : 'key', operation, request)
  service.deps.db = db
  const names = Object.keys(tables).filter((name) => idOf(name) !== undefined)
  return { status, text, statements, names }
}

test('a row that is deleted between two statements of a write never makes it fail', async () => {
  const failed: string[] = []
  let deletions = 0
  for (const operation of operations) {
    const { statements, names } = await write(operation, () => {})
    for (const name of names) {
      for (let target = 1; target < statements; target++) {
        if (!isThorough && target % 2 !== (isServer ? 1 : 0)) continue
        let deletion: Promise<unknown> | undefined
        const { status, text } = await write(operation, async (statement, idOf) => {
          if (statement !== target) return
          // A record that others depend on must stay; then nothing is deleted.
          deletion = sql`delete from ${sql.table(tables[name]!)} where id = ${idOf(name)}`
            .execute(plain)
            .catch(() => {})
          await Promise.race([deletion, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
        })
        await deletion
        if (deletion === undefined) break
        deletions++
        if (status >= 500)
          failed.push(`${operation.name}, ${tables[name]} after statement ${target}: ${status} ${text}`)
      }
    }
  }
  expect(failed).toEqual([])
  expect(deletions).toBeGreaterThan(50)
}, 3_600_000)
