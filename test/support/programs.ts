import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that some tests need and this package does not install, with the Debian package of each. */
export const programs = {
  browser: { name: 'a browser', debian: 'chromium-headless-shell' },
  postgres: { name: 'PostgreSQL 15 or newer', debian: 'postgresql' },
  redis: { name: 'Redis', debian: 'redis-server' },
  pgbouncer: { name: 'PgBouncer', debian: 'pgbouncer' },
  python: { name: 'Python 3.10 or newer with venv, and its package index', debian: 'python3-venv' },
  fish: { name: 'fish', debian: 'fish' },
  zsh: { name: 'zsh', debian: 'zsh' },
}

export type ProgramName = keyof typeof programs

declare module 'vitest' {
  interface TaskMeta {
    /** The missing program that skips the test, for the closing lines of `left-out.ts`. */
    needs?: ProgramName
  }
}

/**
 * Options of a test or `describe` that is skipped, and counted at the end of the run, if its program is missing.
 *
 * @param found the path of the program
 */
export const needs = (program: ProgramName, found: string | undefined) =>
  found ? {} : { skip: true, meta: { needs: program } }

/** The path of the first of these programs on the PATH. */
export const findProgram = (...names: string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable)

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
