import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Text by other people. The sets refer to it by repository, commit and path, and hold our labels; the text itself is read
 * when an evaluation runs, from a folder of bare clones: `git clone --mirror URL DIR/OWNER+NAME/repo`.
 */
export interface Mirrors {
  /** The file as it was at that commit. Throws, with the command that would help, if its repository is missing. */
  readText(repository: string, commit: string, path: string): Promise<string>
  readBytes(repository: string, commit: string, path: string): Promise<Buffer>
  /** The output of `git ARGS` in that repository. */
  git(repository: string, ...args: string[]): Promise<string>
}

const run = promisify(execFile)
const maxBuffer = 1024 * 1024 * 1024

export function mirrorsIn(folder: string): Mirrors {
  const git = async (repository: string, args: readonly string[]): Promise<Buffer> => {
    const directory = join(folder, repository.replace('/', '+'), 'repo')
    if (!existsSync(directory))
      throw new Error(`Missing mirror: git clone --mirror https://github.com/${repository} ${directory}`)
    return (await run('git', ['-C', directory, ...args], { encoding: 'buffer', maxBuffer })).stdout
  }
  const readBytes = (repository: string, commit: string, path: string) => git(repository, ['show', `${commit}:${path}`])
  return {
    git: async (repository, ...args) => (await git(repository, args)).toString(),
    readBytes,
    readText: async (...file) => (await readBytes(...file)).toString(),
  }
}

/** The mirrors in the folder that follows `--mirrors` on the command line. */
export function openMirrors(args: readonly string[]): Mirrors {
  const folder = args[args.indexOf('--mirrors') + 1]
  if (!args.includes('--mirrors') || folder === undefined)
    throw new Error('Missing --mirrors DIR, a folder of bare clones: DIR/OWNER+NAME/repo (see evaluation/README.md)')
  return mirrorsIn(folder)
}

/** Identifies a text without storing it, so that a changed one is noticed: ten hex digits, ignoring white space at its ends. */
export const fingerprint = (text: string) => createHash('sha256').update(text.trim()).digest('hex').slice(0, 10)
