import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeLeftOut } from '../../support/left-out.ts'

const vitest = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs')
const run = (...args: string[]) =>
  execFileSync(process.execPath, [vitest, 'run', ...args], { encoding: 'utf8', env: { PATH: '', NO_COLOR: '1' } })

test('a run ends with what was left out and the command that installs it', () => {
  const output = run('--project', 'pure', 'test/unit/http/redis-rate-limit.test.ts')
  const [, closing] = output.split(/Tests {2}1 passed \| 8 skipped .*\n.*\n.*\n/)
  expect(closing).toBe(`\n${describeLeftOut([], Array(8).fill('redis'))}\n`)
})

test('programs are named once each, with the projects and the number of tests that lack them', () => {
  expect(
    describeLeftOut(
      [
        ['e2e', 'browser'],
        ['postgres', 'postgres'],
      ],
      ['postgres', 'zsh', 'postgres'],
    ),
  ).toBe(
    `Tests were left out, because this machine lacks the programs that they need:
  a browser: all tests of the project e2e
  PostgreSQL 15 or newer: all tests of the project postgres and 2 tests
  zsh: 1 test
To install what is missing (Debian): apt-get install chromium-headless-shell postgresql zsh`,
  )
  expect(describeLeftOut([], [])).toBeUndefined()
})
