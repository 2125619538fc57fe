import { builtinLanguage } from '#reader/engine.ts'
import { newGitHub } from '../../server/outside/github/github.ts'
import { type FakeGitHub, type FakeRepository, startGitHub } from '../fakes/github.ts'
import { type Service, startService, type Tenant } from './service.ts'

/** Shared by tests of Bootstrap: a GitHub with definitions, and a service that reads them. */

export interface Bootstrap {
  github: FakeGitHub
  service: Service
  /** Language fails for texts that contain the word. */
  broken: string | undefined
  /** Resets everything: nothing is scraped, GitHub is empty and without faults. */
  clear(): Promise<void>
  scrape(tenant: Tenant, body?: object): Promise<any>
  recommend(tenant: Tenant, agentId: string): Promise<Record<'beliefs' | 'responsibilities', Recommendation[]>>
  stop(): Promise<void>
}

interface Recommendation {
  category: string
  statement: string
  confidence: number
  source: string
}

export async function startBootstrap(): Promise<Bootstrap> {
  const github = await startGitHub()
  const quick = newGitHub({ githubApiUrl: github.url, githubToken: undefined }, { retryBaseMs: 1 })
  const language: typeof builtinLanguage = {
    ...builtinLanguage,
    decompose: async (definition, requester) => {
      if (world.broken && definition.body.includes(world.broken)) throw new Error('a fault that nobody foresaw')
      return builtinLanguage.decompose(definition, requester)
    },
  }
  const service = await startService(
    { GITHUB_API_URL: github.url, BOOTSTRAP_REPOSITORIES: 'tide/agents, tide/more@next' },
    { github: quick, language },
  )
  const post = async (tenant: Tenant, path: string, body: object) => {
    const { status, body: answer } = await tenant.post(path, body)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`)
    return answer
  }
  const world: Bootstrap = {
    github,
    service,
    broken: undefined,
    async clear() {
      world.broken = undefined
      github.fault = () => undefined
      github.repositories.clear()
      github.requests.length = 0
      for (const table of ['template_items', 'templates', 'template_repositories'] as const) {
        await service.deps.db.deleteFrom(table).execute()
      }
    },
    scrape: (tenant, body = { owner: 'tide', repo: 'agents' }) => post(tenant, '/bootstrap/scrape', body),
    async recommend(tenant, agentId) {
      const { next_steps, ...recommended } = await post(tenant, '/bootstrap/recommend', { agentId })
      return recommended
    },
    async stop() {
      await service.stop()
      await github.stop()
    },
  }
  return world
}

export const commit = (number = 1) => ({
  message: `Change ${number}`,
  date: '2026-03-04T06:00:00Z',
  author: 'Mira Holt',
})
export const repository = (files: FakeRepository['files'], more: Partial<FakeRepository> = {}): FakeRepository => ({
  commits: [commit()],
  license: 'MIT',
  files,
  ...more,
})
export const definition = (name: string, description: string, rules: string[]) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n## Principles\n\n${rules.map((rule) => `- ${rule}`).join('\n')}\n`

export const pilot = definition('harbor-pilot', 'Guides ships into the harbor, by tide and weather', [
  'Always check the tide table before entering the harbor',
  'Never enter the harbor in fog without a tug',
  'Report the position of the ship to the harbor master every ten minutes',
])
export const cook = definition('ship-cook', 'Cooks for the crew of a ship, plans meals and provisions', [
  'Always taste a dish before serving it',
  'Never serve fish that is older than a day',
  'Plan the meals of a week before buying provisions',
])
