import { hasBrowser } from '../test/support/chromium.ts'
import { findPostgresBinaries } from '../test/support/postgres.ts'
import { findProgram, type ProgramName, programs } from '../test/support/programs.ts'

/** Ends `npm run check`, which runs no test: names the engines and programs that tests would miss on this machine. */

const found: Partial<Record<ProgramName, unknown>> = {
  browser: hasBrowser(),
  postgres: findPostgresBinaries(),
  redis: findProgram('redis-server'),
  pgbouncer: findProgram('pgbouncer'),
  python: findProgram('python3'),
  fish: findProgram('fish'),
  zsh: findProgram('zsh'),
}
const missing = Object.entries(programs).filter(([name]) => !found[name as ProgramName])
console.log(
  missing.length === 0
    ? 'No test was run. On this machine `npm test` leaves none out: SQLite, PostgreSQL and all programs are here.'
    : `No test was run. \`npm test\` leaves out those that need ${missing.map(([, { name }]) => name).join(', ')}.`,
)
