import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Released packages of other projects, which drills install into a folder outside this project. */

const run = promisify(execFile)

export type Registry = 'npm' | 'PyPI'

/** Installs packages into a folder, a virtual environment for Python; one that exists is used as it is. */
export async function installPackages(registry: Registry, packages: readonly string[], folder: string) {
  if (existsSync(commandsFolder(registry, folder))) return
  mkdirSync(folder, { recursive: true })
  if (registry === 'npm') await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages])
  else {
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages])
  }
}

/** The folder of the commands that the installed packages have. */
export const commandsFolder = (registry: Registry, folder: string) =>
  join(folder, registry === 'npm' ? 'node_modules/.bin' : 'bin')

/** The program that runs scripts which import the installed packages. */
export const interpreter = (registry: Registry, folder: string) =>
  registry === 'npm' ? process.execPath : join(folder, 'bin/python')

/** The installed version of a package, which may be followed by extras: `pydantic[email]`. */
export async function installedVersion(registry: Registry, packageName: string, folder: string): Promise<string> {
  const name = packageName.replace(/\[.*/, '')
  if (registry === 'PyPI') {
    const { stdout } = await run(join(folder, 'bin/pip'), ['show', '--disable-pip-version-check', name])
    return /^Version: (.*)$/m.exec(stdout)![1]!
  }
  const { stdout } = await run(process.execPath, [
    ...['--print', `require(${JSON.stringify(join(folder, 'node_modules', name, 'package.json'))}).version`],
  ])
  return stdout.trim()
}
