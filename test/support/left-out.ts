import type { Reporter, TestModule } from 'vitest/node'
import { type ProgramName, programs } from './programs.ts'

/**
 * Names, at the end, the programs that this machine lacks, the tests that were skipped for each, and the command that
 * installs all of them.
 *
 * @param projects those that cannot run any test here, with the program that each lacks
 */
export function reportLeftOut(projects: Record<string, ProgramName>): Reporter {
  let selected: string[] = []
  return {
    onInit(vitest) {
      selected = vitest.projects.map(({ name }) => name)
    },
    onTestRunEnd(modules) {
      const lines = describeLeftOut(
        Object.entries(projects).filter(([name]) => selected.includes(name)),
        skippedFor(modules),
      )
      if (lines) console.log(lines)
    },
  }
}

/** The program of each skipped test that lacks one. */
const skippedFor = (modules: readonly TestModule[]): ProgramName[] =>
  modules.flatMap(({ children }) => [...children.allTests('skipped')]).flatMap((test) => test.meta().needs ?? [])

/** The closing lines; undefined when nothing was skipped. */
export function describeLeftOut(projects: [name: string, lacks: ProgramName][], tests: ProgramName[]) {
  const missing = (Object.keys(programs) as ProgramName[]).flatMap((program) => {
    const count = tests.filter((each) => each === program).length
    const parts = [
      ...projects.filter(([, lacks]) => lacks === program).map(([name]) => `all tests of the project ${name}`),
      ...(count ? [`${count} ${count === 1 ? 'test' : 'tests'}`] : []),
    ]
    return parts.length > 0 ? [{ ...programs[program], what: parts.join(' and ') }] : []
  })
  if (missing.length === 0) return undefined
  return [
    'Tests were left out, because this machine lacks the programs that they need:',
    ...missing.map(({ name, what }) => `  ${name}: ${what}`),
    `To install what is missing (Debian): apt-get install ${missing.map(({ debian }) => debian).join(' ')}`,
  ].join('\n')
}
