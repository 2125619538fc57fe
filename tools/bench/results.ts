import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, release } from 'node:os'
import { join } from 'node:path'
import type { MemoryOfSize } from './memory.ts'
import type { Beside } from './neighbors.ts'
import type { PromptsOfSize } from './prompts.ts'
import type { ReadsOfSize } from './reads.ts'
import { pageOf } from './report.ts'
import type { Routes } from './routes.ts'
import type { StatesOfSize } from './states.ts'
import type { Engine } from './workspace.ts'

/** The latest results of the benches: one file, from which the page is written. */

export interface Results {
  machine?: string
  reads: Partial<Record<Engine, ReadsOfSize[]>>
  prompts?: PromptsOfSize[]
  states?: StatesOfSize[]
  routes: Partial<Record<Engine, Routes>>
  neighbors?: Beside[]
  memory?: MemoryOfSize[]
}

const root = join(import.meta.dirname, '../..')
const file = join(root, 'docs/reference/performance.json')

const readResults = (): Results =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { reads: {}, routes: {} }

/** Replaces earlier results by the new ones, and writes the page that shows them. */
export function saveResults(change: (results: Results) => void): void {
  const results = readResults()
  change(results)
  results.machine = `${cpus().length} cores (${cpus()[0]?.model ?? arch()}), Linux ${release().split('-')[0]}, Node ${process.version}`
  writeFileSync(file, `${JSON.stringify(results, rounded, 2)}\n`)
  writeFileSync(join(root, 'docs/reference/performance.md'), pageOf(results))
}

/** Replaces the results for the same numbers of agents. */
export function withSizes<Size extends { agents: number }>(before: Size[] | undefined, measured: Size[]): Size[] {
  const kept = (before ?? []).filter(({ agents }) => !measured.some((size) => size.agents === agents))
  return [...kept, ...measured].sort((a, b) => a.agents - b.agents)
}

const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
