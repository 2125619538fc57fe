import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from '../../../scripts/rooms.ts'

/**
 * Machinery is code that decides nothing: it makes an answer faster, smaller or fair. It costs every reader of the code, so
 * each file of it says what a user would notice without it, and all of it has a budget. Figures of the effects are in
 * docs/reference/performance.md and in the records of decisions.
 */

const maxLines = 4730

/** Each file of machinery, with what a user would notice without it. */
const machinery: Record<string, string> = {
  'core/base/batches.ts': 'a model endpoint refuses requests that are too large',
  'core/base/cache-stats.ts': 'an operator cannot see which cache helps',
  'core/base/compressed-json.ts': 'recent overviews take several times the memory',
  'core/base/computing.ts': 'one long text holds up every other request',
  'core/base/fair-queue.ts': 'one organization takes the turns of all others',
  'core/base/maybe-promise.ts': 'each read of a cached agent waits for another turn of the event loop',
  'core/base/memoize-on.ts': 'the same layer is rendered again for each agent',
  'core/base/once.ts': 'a library is loaded again with each use',
  'core/base/pool.ts': 'one long text holds up every other request, and a bomb ends the process',
  'core/base/recent-keys.ts': 'agents that are read once push out those that are read often',
  'core/base/single-flight.ts': 'many readers of one changed agent compute the same answer',
  'core/base/task-runner.ts': 'errors of a thread reach the caller as failures of the service',
  'core/base/turns.ts': 'a long loop holds up every other request',
  'core/base/waits.ts': 'a slow request cannot be explained',
  'server/db/embedded/group-commit.ts': 'each write of the embedded engine waits for the disk alone',
  'server/db/embedded/known-counts.ts': 'each page of a long list counts all of it again',
  'server/db/embedded/quick-check.ts': 'a large database delays the start, or is not checked',
  'server/db/embedded/sqlite-connection.ts': 'each statement is prepared again',
  'server/db/embedded/sqlite.ts': 'reads wait for the writer of the embedded engine',
  'server/db/embedded/upkeep.ts': 'the write-ahead log grows without a bound',
  'server/db/in-parts.ts': 'a deletion of many rows holds up every other write',
  'server/db/page-bytes.ts': 'a page of long texts takes the memory of the process',
  'server/db/postgres-statements.ts': 'PostgreSQL plans each statement again',
  'server/db/prepared-queries.ts': 'each read builds the text of its query again',
  'server/db/shared-runs.ts': 'each of many equal reads goes to the database',
  'server/features/accounts/key-cache.ts': 'each request reads its key from the database',
  'server/features/agents/agents-json.ts': 'a page of agents with many items holds up every other request',
  'server/features/agents/counting-work.ts': 'counting tokens holds up every other request',
  'server/features/agents/digests.ts': 'a digest of many items holds up every other request',
  'server/features/agents/documents.ts': 'each read of an unchanged agent renders it again',
  'server/features/agents/identities.ts': 'each read of an unchanged agent reads all of its items',
  'server/features/agents/large-identities.ts': 'an agent of many items holds up every other request',
  'server/features/agents/layer-cache.ts': 'the items of an organization are read again for each of its agents',
  'server/features/agents/own-layer-reads.ts': 'a list of many items holds up every other request',
  'server/features/agents/prompt-store.ts': 'each read of an unchanged prompt renders it again',
  'server/features/agents/rendering-work.ts': 'an agent of many items holds up every other request',
  'server/features/agents/stamps.ts': 'a cached prompt could be stale, or each read takes many queries',
  'server/features/consensus/comparisons-work.ts': 'comparing many items holds up every other request',
  'server/features/consensus/comparisons.ts': 'comparing many items holds up every other request',
  'server/features/content/cleaning-work.ts': 'cleaning a long text holds up every other request',
  'server/features/content/cleaning.ts': 'cleaning a long text holds up every other request',
  'server/features/formats/format-tasks.ts': 'reading a large file holds up every other request',
  'server/features/formats/formats-work.ts': 'reading a large file holds up every other request',
  'server/features/items/insert-together.ts': 'parallel creations in one layer wait for each other',
  'server/features/organization-reads/heavy-reads-work.ts': 'an overview holds up every other request',
  'server/features/organization-reads/heavy-reads.ts': 'overviews of one organization delay those of others',
  'server/features/organization-reads/recent-overviews.ts':
    'the overview of a large organization takes a second each time',
  'server/features/vectors/row-cache.ts': 'each comparison reads the vectors of all items again',
  'server/features/vectors/statement-rows.ts': 'each comparison reads the vectors of all items again',
  'server/features/vectors/vector-tasks.ts': 'recommendations hold up every other request',
  'server/features/vectors/vector-work.ts': 'recommendations hold up every other request',
  'server/http/answers/load-metrics.ts': 'an operator cannot see how busy the service is',
  'server/http/answers/reference-work.ts': 'the start takes longer, because it describes the API',
  'server/http/answers/reference.ts': 'the start takes longer, because it describes the API',
  'server/http/answers/slow-requests.ts': 'a slow request cannot be explained',
  'server/http/answers/stalled-answers.ts': 'clients that stop reading take the memory of the process',
  'server/http/limits/turns.ts': 'the writes of one organization delay those of others',
  'server/mcp/call-turns.ts': 'the calls of one organization delay those of others',
  'server/outside/archives/work.ts': 'reading an archive holds up every other request',
  'server/outside/web/work.ts': 'reading a web page holds up every other request',
  'server/start/computing-worker.ts': 'one long text holds up every other request',
  'server/start/jobs-thread-worker.ts': 'background work holds up requests',
  'server/start/jobs-thread.ts': 'background work holds up requests',
  'server/start/models-worker.ts': 'a local embedding model holds up every other request',
  'server/start/reads-worker.ts': 'a large read holds up every other request',
  'reader/work.ts': 'reading a long text holds up every other request',
}

/** Code that makes a cache, a thread or a queue. */
const maker =
  /from '(?:lru-cache|piscina|(?:node:)?worker_threads)'|new (?:Pool|SingleFlight|FairQueue|RecentKeys|Worker)\(/

/** Features that use one for their own purpose, such as the limit of mails to an address. */
const others = [
  'core/models/client.ts',
  'server/features/consensus/proposal-conflicts.ts',
  'server/db/embedded/sqlite-health.ts',
  'server/features/content/publishing.ts',
  'server/outside/mail/mailer.ts',
  'server/outside/models/local-embeddings-work.ts',
  'server/outside/models/local-embeddings.ts',
  'server/outside/models/word-prose.ts',
  'server/start/compose.ts',
]

const root = join(import.meta.dirname, '../../..')

test('the machinery stays within its budget of lines', () => {
  const lines = Object.keys(machinery).map(
    (path) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length,
  )
  expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(maxLines)
})

test('a cache, a thread or a queue is made by a file of the list alone', () => {
  const makers = ['core', 'reader', 'server'].flatMap(readSources).filter(({ text }) => maker.test(text))
  expect(makers.length).toBeGreaterThan(20)
  const known = [...Object.keys(machinery), ...others]
  expect(makers.map(({ path }) => path).filter((path) => !known.includes(path))).toEqual([])
  expect(others.filter((path) => !makers.some((file) => file.path === path))).toEqual([])
})
