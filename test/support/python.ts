import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * A Python with the dependencies of the Python client, created once; undefined without Python 3.10 or newer with
 * `venv`, or without a package index.
 * @param packages further ones, by the names of the package index
 * @param name of the environment: packages that cannot share one, such as a framework that pins its libraries, have
 * their own
 */
export function pythonWith(packages: string[] = [], name = 'python'): string | undefined {
  const folder = join(root, 'node_modules/.cache', name)
  const python = join(folder, 'bin/python')
  // The installed packages, one per line: asking the package index again takes seconds.
  const list = join(folder, 'installed.txt')
  try {
    if (!existsSync(python)) {
      execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))'])
      mkdirSync(folder, { recursive: true })
      execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore' })
    }
    const installed = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []
    const missing = ['httpx>=0.25', 'typing-extensions', ...packages].filter((each) => !installed.includes(each))
    if (missing.length > 0) {
      const options = ['--quiet', '--disable-pip-version-check']
      execFileSync(python, ['-m', 'pip', 'install', ...options, ...missing], { stdio: 'ignore' })
      writeFileSync(list, [...installed, ...missing].join('\n'))
    }
    return python
  } catch {
    return undefined
  }
}

/** The folder of the Python client's source. */
export const pythonClient = join(root, 'clients/python')
