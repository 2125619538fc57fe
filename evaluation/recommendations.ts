import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadEnvironment, readConfig } from '../server/config.ts'
import { connectRateLimiter } from '../server/http/limits/connect-rate-limiter.ts'
import { buildApp } from '../server/start/app.ts'
import { compose } from '../server/start/compose.ts'
import { type LabeledRole, recommendationRoles } from './recommendation-roles.ts'
import { markdownTable } from './table.ts'

interface Judged {
  role: LabeledRole
  sources: string[]
  /** Shares of the recommendations; where no role fits, nothing is right and anything is wrong. */
  right: number
}

/**
 * Prints how many recommendations to agents of many trades come from starter roles that suit them, by the service
 * itself on a database of its own; `--errors` lists the roles of the tuning half.
 */
export async function evaluateRecommendations(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'recommendations-'))
  const limits = { RATE_LIMIT_GENERAL: '0', RATE_LIMIT_HEAVY: '0', LOG_LEVEL: 'error' }
  const config = readConfig({ ...loadEnvironment(), DATA_DIR: folder, DATABASE_URL: '', ...limits })
  const log = pino({ level: config.logLevel })
  const { deps, close } = await compose(config, log)
  const app = await buildApp(deps, await connectRateLimiter(config, log))
  const post = async (url: string, payload: object, key?: string) => {
    const headers = { ...(key && { authorization: `Bearer ${key}` }) }
    return (await app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers })).json()
  }
  try {
    const { key } = await post('/register', {})
    const table: Record<string, Record<string, string>> = {}
    for (const [half, roles] of Object.entries(recommendationRoles)) {
      const judged: Judged[] = []
      for (const role of roles) {
        const { relevant, ...profile } = role
        const { id } = await post('/agents', profile, key)
        const { beliefs, responsibilities }: Record<string, { source: string }[]> = await post(
          '/bootstrap/recommend',
          { agentId: id },
          key,
        )
        const sources = [...beliefs!, ...responsibilities!].map(({ source }) => source.replace('starter:', ''))
        const fitting = sources.filter((source) => relevant.includes(source)).length
        judged.push({
          role,
          sources,
          right: sources.length === 0 ? Number(relevant.length === 0) : fitting / sources.length,
        })
      }
      table[half] = figuresOf(judged)
      if (half === 'tuning' && process.argv.includes('--errors')) judged.forEach(print)
    }
    console.log(`Recommendations by ${deps.embedder.model}`)
    console.table(table)
    console.log(markdownTable('Recommendations', table))
  } finally {
    await app.close()
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const print = ({ role, sources, right }: Judged) =>
  console.log(
    `${right.toFixed(2)} ${role.job_title}: ${[...new Set(sources)].map((source) => `${source} ${sources.filter((one) => one === source).length}`).join(', ')}`,
  )

function figuresOf(judged: readonly Judged[]) {
  const mean = (some: readonly Judged[]) => (some.reduce((sum, { right }) => sum + right, 0) / some.length).toFixed(3)
  const fitting = judged.filter(({ role }) => role.relevant.length > 0)
  const nothing = judged.filter(({ role }) => role.relevant.length === 0)
  return {
    roles: String(judged.length),
    'relevant at 10': mean(judged),
    'where something fits': mean(fitting),
    'where nothing fits': mean(nothing),
    'answered where something fits': `${fitting.filter(({ sources }) => sources.length > 0).length} of ${fitting.length}`,
    'shown each': (fitting.reduce((sum, { sources }) => sum + sources.length, 0) / fitting.length).toFixed(1),
  }
}
