import { disturbance, figureNames, figuresOf, ms, percent, ratio, table, whole } from './cells.ts'
import { connections, type Range, rounds } from './measure.ts'
import type { MemoryOfSize } from './memory.ts'
import { type Beside, goal, reader, timesPerSecond } from './neighbors.ts'
import { type PromptsOfSize, promptReads } from './prompts.ts'
import { barsOf, type ReadsOfSize, serviceReads } from './reads.ts'
import type { Results } from './results.ts'
import { bareRoutes, type Routes } from './routes.ts'
import { type StatesOfSize, states } from './states.ts'
import { type Engine, engines } from './workspace.ts'

/** Presents the benches' results in words and tables. */

const engineNames: Record<Engine, string> = { sqlite: 'Embedded engine', postgres: 'PostgreSQL' }
const readNames = {
  oneAgent: 'one agent',
  uniform: 'any agent',
  zipf: 'Zipf',
  notModified: 'one agent, 304',
}

export function pageOf(results: Results): string {
  const sections = [
    intro(results.machine ?? ''),
    headlinesSection(results),
    ...engines.flatMap((engine) => (results.reads[engine] ? [readsSection(engine, results.reads[engine])] : [])),
    ...(results.prompts ? [promptsSection(results.prompts)] : []),
    ...(results.states ? [statesSection(results.states)] : []),
    ...engines.flatMap((engine) => (results.routes[engine] ? [routesSection(engine, results.routes[engine])] : [])),
    ...(results.neighbors ? [neighborsSection(results.neighbors)] : []),
    ...(results.memory ? [memorySection(results.memory)] : []),
  ]
  return `${sections.join('\n\n')}\n`
}

const intro = (machine: string) => `# Performance

The benches write this page from what they measure (\`performance.json\`):

\`\`\`sh
npm run bench                                   # everything; about an hour
npm run bench -- reads sqlite 1,1000            # or a part of it: reads, prompts, states, routes, neighbors, memory
npm run bench -- goals                          # what there are goals for; about 12 minutes with seeds
npm run bench -- seed FOLDER                    # fills databases once; BENCH_SEEDS=FOLDER uses them
\`\`\`

The last runs were on a machine with ${machine}. The service, PostgreSQL and the load generator share it, so compare
ratios, not rates. The service runs as in production, with authentication and rate limits at work. The bare routes are
Fastify on the bare driver in a process of their own, measured in turn with the service; their own figures are in
\`performance.json\`. PostgreSQL runs with \`fsync=on\`. A round in which others (programs, and the host of a virtual machine)
took more than 5 % of the processors is measured again, up to three times, and the least disturbed one counts.

A ratio is given twice. **By rate**: requests a second, the median of ${rounds} rounds. The generator runs on the same
cores, so the faster of two routes is held back more by it, which flatters the slower one. **By processor time**: how much
processor time the bare route's process takes for a request, divided by what the service takes, with all of its threads.
Neither counts the time of a PostgreSQL server.`

const readsExplained = (
  sizes: ReadsOfSize[],
) => `\`GET /agents/{agentId}\` with 20 items of each agent and 15 of the organization (${whole(sizes.at(-1)!.bytes)} bytes; a single agent
has 15 more of a group), over ${connections} connections, after each agent was read twice. *Any agent*: each with the same
probability; *Zipf*: the n-th with a probability in proportion to 1/n. *Bare read of the same bytes*: a row as long as the
answer, by a random primary key from as many rows as there are agents: the least that a service could do that keeps
finished answers in its database. *Bare read*: always the same row of 200 bytes, answered as JSON. *Static*: the same bytes
from memory.`

function readsSection(engine: Engine, sizes: ReadsOfSize[]): string {
  const rows = sizes.flatMap(({ agents, reads }) =>
    serviceReads.map((name) => [
      whole(agents),
      readNames[name],
      ...figuresOf(reads[name]),
      ...(['sameBytes', 'smallRow', 'staticBytes', 'bareNotModified'] as const).map((bare) =>
        barsOf[name].includes(bare) ? ratio(reads[name], reads[bare]) : '',
      ),
    ]),
  )
  const memory = sizes.map(({ agents, residentMegabytes }) => `${whole(residentMegabytes)} MB with ${whole(agents)}`)
  return `## Reading an agent: ${engineNames[engine]}

${engine === 'sqlite' ? readsExplained(sizes) : 'The same reads on the other engine.'}

Ratios by rate / by processor time:

${table(['agents', 'read', ...figureNames, 'of a bare read of the same bytes', 'of a bare read', 'of static', 'of a bare 304'], rows)}

The service's resident memory after it: ${memory.join(', ')} agents. ${disturbance(sizes.flatMap(({ reads }) => Object.values(reads)))}`
}

const promptNames = { running: 'running', restarted: 'first requests after a restart' }

function promptsSection(sizes: PromptsOfSize[]): string {
  const range = ({ median, min, max }: Range) => `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
  const rows = sizes.flatMap(({ agents, pairs }) =>
    promptReads.map((name) => [
      whole(agents),
      promptNames[name],
      ...figuresOf(pairs[name].own),
      whole(pairs[name].bare.processorMicroseconds.median),
      range(pairs[name].byProcessor),
    ]),
  )
  return `## Reading an unchanged prompt: Embedded engine

\`GET /agents/{agentId}/prompt\` of any agent (${whole(sizes.at(-1)!.bytes)} bytes), each with the same probability, over ${connections} connections. Every round of
requests is followed by one of a bare read of as many bytes, by a random primary key from as many rows. The ratio is by processor
time: the median of these pairs, and the lowest and highest.

${table(['agents', 'service', ...figureNames, 'µs of a bare read', 'of a bare read'], rows)}

${disturbance(sizes.flatMap(({ pairs }) => promptReads.flatMap((name) => [pairs[name].own, pairs[name].bare])))}`
}

const stateNames = {
  restarted: 'right after a restart',
  cold: 'each agent for the first time',
  oneAgent: 'one agent, again and again',
  warm: 'any agent, read before',
  written: 'right after a write of the organization',
  writtenEachSecond: 'one write of the organization each second',
}

function statesSection(sizes: StatesOfSize[]): string {
  const rows = sizes.flatMap(({ agents, reads }) =>
    states.map((state) => [
      whole(agents),
      stateNames[state],
      ...figuresOf(reads[state]),
      ratio(reads[state], reads.sameBytes),
      ratio(reads[state], reads.staticBytes),
    ]),
  )
  return `## Reading an agent in every state: Embedded engine

The same reads in the states that a service may be in, over ${connections} connections. Each round starts the service again and
reads half of the agents, then each of the others for the first time, then all of them. A write of the organization changes a
belief that every agent inherits. Ratios by rate / by processor time:

${table(['agents', 'state', ...figureNames, 'of a bare read of the same bytes', 'of static'], rows)}

${disturbance(sizes.flatMap(({ reads }) => Object.values(reads)))}`
}

const routesSection = (
  engine: Engine,
  { routes, start, organizationWrite, firstReadAfterMs }: Routes,
) => `## Other routes: ${engineNames[engine]}

Over ${connections} connections, ratios by rate / by processor time:

${table(
  ['route', ...figureNames, ...bareRoutes.map((bar) => `of ${bar}`)],
  routes.map(({ name, own, bars }) => [
    name,
    ...figuresOf(own),
    ...bareRoutes.map((bar) => (bars[bar] ? ratio(own, bars[bar]) : '')),
  ]),
)}

The service is ready ${whole(start.onNewDatabase)} ms after its start on a new database, and ${whole(start.onExisting)} ms on one with ${whole(organizationWrite.agents.many)} agents.
A write for a whole organization takes ${organizationWrite.fewMs.toFixed(2)} ms with ${organizationWrite.agents.few} agents and ${organizationWrite.manyMs.toFixed(2)} ms with ${whole(organizationWrite.agents.many)}; the first read of an agent after it ${firstReadAfterMs.toFixed(2)} ms. ${disturbance(routes.flatMap(({ own, bars }) => [own, ...Object.values(bars)]))}`

const neighborsSection = (results: Beside[]) => `## Reading while something heavy runs

Embedded engine. A process of its own reads ${reader.perSecond} agents a second of an organization with 1,000 agents over
${reader.connections} connections, each with the same probability, and times each read from the moment at which it was due, in a quiet
service and while something heavy is done for another organization, of ${whole(results[0]!.agents)} agents with 20 items each: quick work
again and again, ${timesPerSecond} times a second at most; the medians of three readings beside it and three of the quiet service. Goals: the worst at most
${goal.worstMoreMs} ms above the quiet one, p99 at most ${goal.p99Times} times the quiet one. *Reader late*: how late the reader itself was at worst. *Others took*: the processors' time that other programs and the host had.

${table(
  [
    'meanwhile',
    'p50 ms: quiet, then',
    'p99 ms',
    'worst ms',
    'goal',
    'reader late ms',
    'others took',
    'done',
    'each takes ms',
  ],
  results.map(({ name, quiet, beside, thing, meetsGoal }) => [
    name,
    ...(['p50Ms', 'p99Ms', 'maxMs'] as const).map((measure) => `${ms(quiet[measure])}, ${ms(beside[measure])}`),
    meetsGoal ? 'met' : 'missed',
    ms(beside.readerLag.maxMs),
    percent(beside.othersShare),
    `${thing.times} times`,
    `${thing.ended ? '' : 'more than '}${ms(thing.medianMs)}`,
  ]),
)}`

const memorySection = (results: MemoryOfSize[]) => `## Memory

Embedded engine, one process, after each of these in turn: resident, and the largest so far (MB). Threads end
when they have been idle for 10 seconds, and V8 returns their memory 8 seconds later (record 024).

${table(
  ['after', ...results.map(({ agents, items }) => `${whole(agents)} agents, ${whole(items)} items`)],
  results[0]!.steps.map(({ name }) => [
    name,
    ...results.map(({ steps }) => {
      const step = steps.find((step) => step.name === name)
      return step ? `${whole(step.residentMegabytes)}, at most ${whole(step.peakMegabytes)}` : ''
    }),
  ]),
)}`

/** The headline figures of both engines. */
function headlinesSection(results: Results): string {
  const row = (name: string, cell: (engine: Engine) => string | undefined) => {
    const cells = engines.map((engine) => cell(engine) ?? '')
    return cells.some(Boolean) ? [[name, ...cells]] : []
  }
  const read = (agents: number, name: 'uniform' | 'oneAgent', bare: 'sameBytes' | 'smallRow' | 'staticBytes') =>
    row(
      `read ${agents === 1 ? 'one agent again and again' : `any of ${whole(agents)} agents`}, of ${bareNames[bare]}`,
      (engine) => {
        const size = results.reads[engine]?.find((each) => each.agents === agents)
        return size && ratio(size.reads[name], size.reads[bare])
      },
    )
  const route = ([name, bar]: readonly [string, string]) =>
    row(`${name}, of ${bar}`, (engine) => {
      const found = results.routes[engine]?.routes.find((each) => each.name === name)
      const bar = found?.bars['bare read of the same bytes'] ?? found?.bars['bare insert']
      return found && bar && ratio(found.own, bar)
    })
  const rows = [
    ...read(1, 'oneAgent', 'staticBytes'),
    ...[1000, 100_000].flatMap((agents) => [
      ...read(agents, 'uniform', 'sameBytes'),
      ...read(agents, 'uniform', 'smallRow'),
    ]),
    ...(
      [
        ['dynamic prompt', bareNames.sameBytes],
        ['list of 10 beliefs', bareNames.sameBytes],
        ['create belief', 'a bare insert'],
        ['change belief', 'a bare insert'],
      ] as const
    ).flatMap(route),
    ...row('start on a new database', (engine) => {
      const start = results.routes[engine]?.start
      return start && `${(start.onNewDatabase / 1000).toFixed(1)} s`
    }),
    ...(results.memory ?? []).flatMap(({ agents, items, steps }) =>
      row(
        `memory after reading ${whole(agents)} agents with ${whole(items)} items in every way and 30 idle seconds`,
        (engine) => {
          const { residentMegabytes, peakMegabytes } = steps.at(-1)!
          return engine === 'sqlite'
            ? `${whole(residentMegabytes)} MB, before at most ${whole(peakMegabytes)} MB`
            : undefined
        },
      ),
    ),
  ]
  return `## In short\n\nRatios by requests a second / by processor time of a request:\n\n${table(['', 'embedded', 'PostgreSQL'], rows)}`
}

const bareNames = {
  sameBytes: 'a bare read of as many bytes',
  smallRow: 'a bare read of 200 bytes',
  staticBytes: 'a static route',
}
