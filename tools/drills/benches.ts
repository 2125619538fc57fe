import { match, ok } from 'node:assert'
import { findPostgresBinaries } from '../../test/support/postgres.ts'
import type { Drill } from './drill.ts'

/** Fewer of everything than any bench that means something. */
const tiny = { readAgents: 2, contentItems: 5, archiveMegabytes: 0.01, rulesMegabytes: 0.01, seconds: 0.2 }

interface Figures {
  perSecond: object
  processorMicroseconds: object
}

/** Each figure is a number: what is measured on almost no data has no other meaning. */
function check(name: string, figures: Figures | undefined): void {
  for (const spread of [figures?.perSecond, figures?.processorMicroseconds]) {
    for (const key of ['median', 'min', 'max'] as const) {
      ok(Number.isFinite((spread as Record<string, number> | undefined)?.[key]), `${name} has no ${key}`)
    }
  }
}

export const benches: Drill = {
  summary: 'The benches on almost no data: each part runs to its end and gives its figures',
  async run() {
    // The benches read it when they are loaded.
    process.env.BENCH_SECONDS = '0.1'
    const { benchReads } = await import('../bench/reads.ts')
    const [read] = await benchReads('sqlite', [3])
    ok(read!.bytes > 1000)
    for (const name of ['oneAgent', 'zipf', 'sameBytes'] as const) check(name, read!.reads[name])

    const { benchPrompts, promptReads } = await import('../bench/prompts.ts')
    const [ofPrompts] = await benchPrompts([3])
    for (const name of promptReads)
      for (const side of ['own', 'bare'] as const) check(name, ofPrompts!.pairs[name][side])

    const { benchStates, states } = await import('../bench/states.ts')
    const [ofStates] = await benchStates([4], 1)
    for (const name of ['sameBytes', 'staticBytes', ...states] as const) check(name, ofStates!.reads[name])

    const { benchRoutes } = await import('../bench/routes.ts')
    const { routes } = await benchRoutes(findPostgresBinaries() ? 'postgres' : 'sqlite', { few: 2, many: 3 })
    match(routes.map(({ name }) => name).join(), /create belief/)
    for (const { name, own } of routes) check(name, own)

    const { benchNeighbors } = await import('../bench/neighbors.ts')
    const neighbors = await benchNeighbors(3, [''], { ...tiny, atMostSeconds: 120 })
    ok(neighbors.length > 15)
    for (const { name, beside, thing } of neighbors) {
      ok(beside.reads > 0, `nothing was read beside ${name}`)
      ok(thing?.ended, `${name} did not end`)
    }

    const { benchMemory } = await import('../bench/memory.ts')
    const [memory] = await benchMemory([3])
    match(memory!.steps.map(({ name }) => name).join(), /dedup preview/)
    for (const { name, peakMegabytes } of memory!.steps) ok(peakMegabytes > 10, `${name} has no memory`)
    return `${routes.length} routes, ${neighbors.length} neighbors and ${memory!.steps.length} steps of memory have figures.`
  },
}
