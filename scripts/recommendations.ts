import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { connectRateLimiter } from '../server/http/limits/connect-rate-limiter.ts'
import { buildApp } from '../server/start/app.ts'
import { compose } from '../server/start/compose.ts'

/**
 * Prints the recommendations of Bootstrap to six different agents, to be read by eye: `npm run recommendations`, from
 * the starter roles; with `-- --scrape` from what the configured repositories hold, with the figures of the scrape. The
 * service runs on a temporary database; GITHUB_API_URL and all other settings apply.
 */

const profiles = [
  { name: 'Ada', jobTitle: 'Senior Java backend developer', description: 'Builds payment services with Spring Boot.' },
  { name: 'Kepler', jobTitle: 'Security auditor', identityMarkers: ['SOC 2', 'penetration testing'] },
  {
    name: 'Mira',
    jobTitle: 'Customer support lead',
    description: 'Answers customers of a web shop and trains the team.',
  },
  { name: 'docs-bot', description: 'Writes API documentation and tutorials for developers.' },
  {
    name: 'Noor',
    jobTitle: 'Data scientist',
    description: 'Experiments, forecasting and dashboards in Python and SQL.',
  },
  { name: 'Otto', jobTitle: 'Kubernetes platform engineer', identityMarkers: ['SRE', 'GitOps', 'on-call'] },
]

const folder = mkdtempSync(join(tmpdir(), 'recommendations-'))
const config = readConfig({ ...process.env, DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'error' })
const log = pino({ level: config.logLevel })
const { deps, close } = await compose(config, log)
const app = await buildApp(deps, await connectRateLimiter(config, log))
let key = ''

const post = async (path: string, body: object) => {
  const headers = { ...(key && { authorization: `Bearer ${key}` }) }
  const response = await app.inject({ method: 'POST', url: `/api/v1${path}`, payload: body, headers })
  if (response.statusCode >= 300) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`)
  return response.json()
}

interface Recommendation {
  category: string
  statement: string
  confidence: number
  source: string
}

try {
  key = (await post('/register', {})).key
  if (process.argv.includes('--scrape')) await showScrape()
  for (const profile of profiles) {
    const { id } = await post('/agents', profile)
    const began = performance.now()
    const answer: Record<string, Recommendation[]> = await post('/bootstrap/recommend', { agentId: id })
    const ms = Math.round(performance.now() - began)
    console.log(`\n${profile.name}, ${profile.jobTitle ?? profile.description} (${ms} ms)`)
    for (const [kind, items] of Object.entries(answer)) {
      console.log(`  ${kind}`)
      for (const { category, statement, confidence, source } of items) {
        console.log(`    ${confidence.toFixed(2)} ${category.padEnd(13)} ${statement}  [${source}]`)
      }
    }
  }
} finally {
  await app.close()
  await close()
  rmSync(folder, { recursive: true, force: true })
}

async function showScrape() {
  for (const run of ['first', 'second']) {
    const began = performance.now()
    const { errors, ...counts } = await post('/bootstrap/scrape', {})
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const megabytes = Math.round(process.memoryUsage.rss() / 1024 / 1024)
    console.log(`${run} scrape: ${seconds} s, ${megabytes} MB, ${JSON.stringify(counts)}`)
    if (run === 'first')
      for (const { repository, path, reason } of errors) console.log(`  ${repository} ${path ?? ''}: ${reason}`)
  }
  const templates = await deps.db
    .selectFrom('templates')
    .select(['repository'])
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.count<number>('body_hash').distinct().as('templates')])
    .groupBy('repository')
    .execute()
  for (const { repository, files, templates: distinct } of templates) {
    console.log(`  ${repository}: ${distinct} templates in ${files} files`)
  }
}
