import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/python')
const python = join(folder, 'bin/python')

/**
 * A Python with what the Python client needs, made once; undefined where there is no Python 3.10 or newer with `venv`.
 * @param packages further ones, by the names of the package index
 */
export function pythonWith(packages: string[] = []): string | undefined {
  const needed = ['httpx>=0.25', 'typing-extensions', ...packages]
  try {
    if (!existsSync(python)) {
      execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))'])
      mkdirSync(folder, { recursive: true })
      execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore' })
    }
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...needed], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return python
  } catch {
    console.warn('\nPython: its tests are SKIPPED. They need Python 3.10 or newer with venv (Debian: python3-venv).\n')
    return undefined
  }
}

/** Where the Python client's source lies. */
export const pythonClient = join(root, 'clients/python')
