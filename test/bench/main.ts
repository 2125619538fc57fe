import { findPostgresBinaries, postgresAdvice } from '../support/postgres.ts'
import { benchConsensus } from './consensus.ts'
import { benchGrowth } from './growth.ts'
import { benchPipeline } from './pipeline.ts'
import { type Engine, engines, keepSeeds, openPlace } from './place.ts'
import { benchReads, itemsEach } from './reads.ts'
import { benchRoutes } from './routes.ts'

/**
 * `npm run bench -- [part] [engine]`: the service as in production (authentication and limits at work, limits raised)
 * against bare routes, in turn and in one run. `npm run bench -- seed FOLDER [agents,…] [engine]` keeps what the parts
 * need in a folder; with `BENCH_SEEDS=FOLDER` they use it.
 */

const parts: Record<string, (engine: Engine) => Promise<unknown>> = {
  reads: benchReads,
  routes: benchRoutes,
  consensus: async (engine) => {
    const place = await openPlace(engine, [], { writes: true })
    await benchConsensus(place.environment).finally(place.close)
  },
  pipeline: benchPipeline,
}
const usage = `npm run bench -- [${Object.keys(parts).join('|')}] [${engines.join('|')}]
npm run bench -- growth [largest number of agents]
npm run bench -- seed FOLDER [numbers of agents, with commas between them] [${engines.join('|')}]`

// However it ends, processes are stopped and folders removed: both hang on `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const [asked, ...details] = process.argv.slice(2)
if (asked === 'growth') await benchGrowth(details[0] ? Number(details[0]) : undefined)
else if (asked === 'seed' && details[0]) await keep(details[0], details[1], details[2])
else if (asked === undefined || asked in parts) await bench(asked ? [asked] : Object.keys(parts), details[0])
else console.log(usage)

async function bench(names: string[], engine: string | undefined) {
  for (const each of enginesOf(engine)) for (const name of names) await parts[name]!(each)
}

async function keep(folder: string, agents = '100000,10000,1000,100,10,1', engine?: string) {
  const sizes = agents.split(',').map((agentCount) => ({ agentCount: Number(agentCount), itemsEach }))
  for (const each of enginesOf(engine)) await keepSeeds(each, folder, sizes)
}

function enginesOf(asked: string | undefined): Engine[] {
  const wanted = engines.filter((engine) => asked === undefined || engine === asked)
  if (!wanted.includes('postgres') || findPostgresBinaries()) return wanted
  console.log(`postgres: skipped. ${postgresAdvice}`)
  return wanted.filter((engine) => engine !== 'postgres')
}
