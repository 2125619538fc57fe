import { findPostgresBinaries, postgresAdvice } from '../../test/support/postgres.ts'
import { benchMemory } from './memory.ts'
import { benchNeighbors } from './neighbors.ts'
import { benchPrompts } from './prompts.ts'
import { benchReads, itemsEach } from './reads.ts'
import { saveResults, withSizes } from './results.ts'
import { benchRoutes } from './routes.ts'
import { benchStates } from './states.ts'
import { type Engine, engines, keepSeeds } from './workspace.ts'

/**
 * `npm run bench`: compares the service as in production with bare routes, in turn and within one run. The results are
 * written to docs/reference/performance.md.
 */

/** Numbers of agents in the organizations, for the parts that use them. */
type Sizes = number[] | undefined

const parts: Record<string, (engine: Engine, sizes: Sizes, things?: string[]) => Promise<void>> = {
  reads: async (engine, sizes = [1, 1000, 100_000]) => {
    const measured = await benchReads(engine, sizes)
    saveResults(({ reads }) => {
      reads[engine] = withSizes(reads[engine], measured)
    })
  },
  prompts: async (engine, sizes = [1, 1000, 10_000, 100_000]) => {
    if (engine !== 'sqlite') return
    const measured = await benchPrompts(sizes)
    saveResults((results) => {
      results.prompts = withSizes(results.prompts, measured)
    })
  },
  states: async (engine, sizes = [1000, 10_000, 100_000]) => {
    if (engine !== 'sqlite') return
    const measured = await benchStates(sizes)
    saveResults((results) => {
      results.states = withSizes(results.states, measured)
    })
  },
  routes: async (engine, sizes, wanted) => {
    const [few, many] = sizes ?? []
    const measured = await benchRoutes(engine, few && many ? { few, many } : undefined, wanted)
    saveResults(({ routes }) => {
      const kept = (routes[engine]?.routes ?? []).filter(
        ({ name }) => !measured.routes.some((each) => each.name === name),
      )
      routes[engine] = { ...measured, routes: [...kept, ...measured.routes] }
    })
  },
  neighbors: async (engine, sizes, things) => {
    if (engine !== 'sqlite') return
    const measured = await benchNeighbors(sizes?.[0], things)
    saveResults((results) => {
      const kept = (results.neighbors ?? []).filter(({ name }) => !measured.some((each) => each.name === name))
      results.neighbors = [...kept, ...measured]
    })
  },
  memory: async (engine, sizes) => {
    if (engine !== 'sqlite') return
    const memory = await benchMemory(sizes)
    saveResults((results) => {
      results.memory = withSizes(results.memory, memory)
    })
  },
}
/** The parts that measure the goals, in about 12 minutes with seeds of these sizes. */
async function benchGoals() {
  await parts.states!('sqlite', [1000, 10_000, 100_000])
  await parts.routes!('sqlite', [10, 10_000], ['dynamic prompt', 'list of 10', '10 agents', 'first page', 'create'])
  if (enginesOf('postgres').length > 0) await parts.reads!('postgres', [1000])
  await parts.neighbors!('sqlite', [10_000])
  await parts.memory!('sqlite', [10_000])
}

/** Numbers of agents of the databases that are filled without a list of them. */
const seedSizes = [1, 10, 1000, 10_000, 100_000]

const usage = `npm run bench -- [${Object.keys(parts).join('|')}] [${engines.join('|')}] [agents,…]
npm run bench -- neighbors sqlite 50000 [thing,…]
npm run bench -- routes sqlite 10,10000 [route,…]
npm run bench -- goals
npm run bench -- seed FOLDER [agents,…] [${engines.join('|')}]`

// However the bench ends, processes are stopped and folders removed: both are listeners of `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const [asked, ...details] = process.argv.slice(2)
if (asked === 'goals') {
  await benchGoals()
} else if (asked === 'seed' && details[0]) {
  await keep(details[0], sizesOf(details[1]) ?? seedSizes, details[2])
} else if (asked === undefined || asked in parts) {
  for (const engine of enginesOf(details[0])) {
    for (const name of asked ? [asked] : Object.keys(parts))
      await parts[name]!(engine, sizesOf(details[1]), details[2]?.split(','))
  }
} else {
  console.log(usage)
}

function sizesOf(text: string | undefined): Sizes {
  return text?.split(',').map(Number)
}

/** Fills a database for the benches. */
async function keep(folder: string, agents: number[], engine?: string) {
  const sizes = agents.map((agentCount) => ({ agentCount, itemsEach }))
  process.env.BENCH_SEEDS = folder
  for (const each of enginesOf(engine)) await keepSeeds(each, folder, sizes)
}

function enginesOf(name: string | undefined): Engine[] {
  const wanted = engines.filter((engine) => name === undefined || engine === name)
  if (!wanted.includes('postgres') || findPostgresBinaries()) return wanted
  console.log(`postgres: skipped. ${postgresAdvice}`)
  return wanted.filter((engine) => engine !== 'postgres')
}
