import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGitHub } from '../fakes/github.ts'
import { databaseUrl, startPostgres } from '../support/postgres.ts'
import { startService } from './load.ts'

/**
 * `node test/bench/sync.ts [sqlite|postgres]`: imports a history of 50,000 commits; memory must grow by less than 200
 * MB.
 */

const commits = 50_000
const engine = process.argv[2] ?? 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'identity-bench-'))
const github = await startGitHub({ 'tide/huge': { commits: [], generated: commits } })
const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
const database = postgres && { DATABASE_URL: databaseUrl(postgres.url, 'postgres') }
const service = await startService({ DATA_DIR: folder, GITHUB_API_URL: github.url, ...database })
let key = ''
const post = async (path: string, body: object = {}) => {
  const headers = { authorization: `Bearer ${key}` }
  const options = { method: 'POST', body: JSON.stringify(body), ...(key && { headers }) }
  return (await (await fetch(`${service.url}/api/v1${path}`, options)).json()) as Record<string, string>
}

key = (await post('/register')).key!
const { id: agentId } = await post('/agents', { name: 'Ada' })
const config = { owner: 'tide', repo: 'huge' }
const { id } = await post('/content-sources', { agentId, platform: 'github', config })
const before = service.residentMegabytes()
let peak = before
const sampler = setInterval(() => {
  peak = Math.max(peak, service.residentMegabytes())
}, 100)
const started = performance.now()
const { commits_imported, errors } = await post(`/content-sources/${id}/sync`)
const seconds = (performance.now() - started) / 1000
clearInterval(sampler)
console.log(
  `${engine}: ${commits_imported} of ${commits} commits in ${seconds.toFixed(1)} s, errors ${JSON.stringify(errors)}`,
)
console.log(
  `  memory ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB, grown by ${(peak - before).toFixed(0)} MB`,
)

await service.stop()
await postgres?.stop()
await github.stop()
rmSync(folder, { recursive: true, force: true })
