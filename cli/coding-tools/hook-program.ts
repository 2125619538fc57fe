import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { folderAbove } from '../files/folder-above.ts'
import { isInside } from '../files/writable-files.ts'
import { shellWord } from '../output.ts'
import type { Where } from './tool.ts'

/**
 * The program that a hook runs. A tool runs hooks in every folder that a person opens, with the person's key in the
 * environment, so nothing in that folder may decide what runs: neither its `node_modules` and `.npmrc`, as they do for
 * npx, nor an entry of the PATH that leads into it.
 */

const name = 'agent-identity'

/**
 * The command that begins a hook. A file that may be committed has to name the command for everybody; one of the person
 * has its absolute path.
 */
export function hookProgram(where: Where): string {
  if (where.scope === 'project') return name
  const program = installedProgram(where) ?? realpathSync(process.argv[1]!)
  // The command of npm is a link to a script, whose first line would look for Node.js on the PATH.
  const isScript = /\.[jt]s$/.test(realpathSync(program))
  return [...(isScript ? [nodePath(where)] : []), program].map(quote).join(' ')
}

/** A sentence for a person whose committed hooks would not find the command; undefined where they do. */
export function describeMissingProgram(where: Where): string | undefined {
  if (where.scope === 'user' || installedProgram(where)) return undefined
  const folder = folderAbove('package.json', dirname(realpathSync(process.argv[1]!)))!
  return `The hook runs ${name}, which is not on your PATH. Install it, as everyone who works here has to: npm install --global ${shellWord(folder)}`
}

function installedProgram(where: Where): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.cmd`, `${name}.exe`] : [name]
  return trustedFolders(where)
    .flatMap((folder) => names.map((program) => join(folder, program)))
    .find((file) => existsSync(file))
}

/** The Node.js that was started: by a link on the PATH if there is one, which outlives updates of Homebrew. */
function nodePath(where: Where): string {
  // start.js may have gone on to a newer one in a cache, which can be emptied.
  const started = process.env.AGENT_IDENTITY_NODE || process.execPath
  const links = trustedFolders(where).map((folder) => join(folder, 'node'))
  return links.find((link) => existsSync(link) && realpathSync(link) === realpathSync(started)) ?? started
}

/**
 * The folders of the PATH that neither the repository decides nor npm has added for a package. Resolved, because
 * version managers make a link for each shell.
 */
const trustedFolders = ({ folder: repository, isRepository }: Where): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && existsSync(folder))
    .map((folder) => realpathSync(folder))
    .filter((folder) => !/[\\/]node_modules[\\/]/.test(folder) && !(isRepository && isInside(repository, folder)))

const quote = (path: string): string => (process.platform === 'win32' ? `"${path}"` : shellWord(path))
