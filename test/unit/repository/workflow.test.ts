import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/** The workflows of GitHub: what they may do, and whose code they run. */

const folder = join(import.meta.dirname, '../../../.github/workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

interface Job {
  permissions?: unknown
  'timeout-minutes'?: number
  strategy?: { matrix: { node: number[] } }
  steps: { uses?: string; with?: Record<string, unknown>; run?: string }[]
}
const jobsOf = (text: string): Job[] => Object.values(parse(text).jobs)

test.each(workflows)('%s runs actions of a commit, of which it names the version', (_, text) => {
  const uses = jobsOf(text).flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []))
  const pinned = [...text.matchAll(/uses: (\S+@[0-9a-f]{40}) # v\d+\.\d+\.\d+$/gm)].map(([, name]) => name)
  expect(uses.length).toBeGreaterThan(0)
  expect(pinned).toEqual(uses)
})

test.each(workflows)('%s may only read, keeps no credentials, and ends', (_, text) => {
  expect(parse(text).permissions).toEqual({ contents: 'read' })
  for (const job of jobsOf(text)) {
    expect(job.permissions).toBeUndefined()
    expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
    const checkout = job.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkout?.with).toMatchObject({ 'persist-credentials': false })
  }
  // Text of a stranger's change never becomes a part of a command.
  expect(text).not.toMatch(/pull_request_target|github\.event|secrets\./)
})

test('CI does what .ci/run does, under both Node versions', () => {
  const jobs = jobsOf(Object.fromEntries(workflows)['ci.yml']!)
  const everything = jobs.find(({ steps }) => steps.some(({ run }) => run === '.ci/run'))
  expect(everything?.strategy?.matrix.node).toEqual([22, 24])
})
