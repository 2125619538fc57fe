import { configDefaults, defineConfig } from 'vitest/config'
import { hasBrowser } from './test/support/chromium.ts'
import { reportLeftOut } from './test/support/left-out.ts'
import { findPostgresBinaries } from './test/support/postgres.ts'
import type { ProgramName } from './test/support/programs.ts'
import { keepTemporaryFilesInMemory } from './test/support/temporary-folder.ts'

/** Tests that talk to the service run on each engine, those in a browser and all others once. */
const serviceTests = 'test/service/**/*.test.ts'
const browserTests = 'test/e2e/**/*.test.ts'

/** Projects of which no test can run on this machine, with the program that each lacks. */
const leftOut: Record<string, ProgramName> = {
  ...(!hasBrowser() && { e2e: 'browser' }),
  ...(!findPostgresBinaries() && { postgres: 'postgres' }),
}

/** `npm run test:quick` leaves them out: every operation, texts of every shape, a kill at every step. */
const thorough = process.env.LEAVE_OUT === 'thorough' ? ['test/**/*.thorough.test.ts'] : []

keepTemporaryFilesInMemory()

/** Ends a test that hangs: far more than a machine needs that is busy with other work. */
const hungAfter = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } }

/** No test changes the state of its process, so files share one: loading the service again for each took half of the time. */
const common = { isolate: false, ...hungAfter }

const ofService = { include: [serviceTests], setupFiles: ['test/support/answers.ts'] }

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: [...configDefaults.reporters, reportLeftOut(leftOut)],
    projects: [
      {
        test: {
          ...common,
          name: 'pure',
          include: ['test/**/*.test.ts'],
          exclude: [serviceTests, browserTests, ...thorough],
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: [browserTests],
          exclude: leftOut.e2e ? [browserTests] : [],
          globalSetup: ['test/support/chromium.ts', 'test/e2e/build.ts'],
          // After the others: two browsers keep two processors busy.
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...common, ...ofService, name: 'sqlite', exclude: thorough, env: { TEST_ENGINE: 'sqlite' } } },
      {
        test: {
          ...common,
          ...ofService,
          name: 'postgres',
          exclude: leftOut.postgres ? [serviceTests] : [],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['test/support/postgres.ts'],
        },
      },
    ],
  },
})
