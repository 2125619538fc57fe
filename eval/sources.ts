import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Text by other people. The sets refer to it by repository, commit and line, and hold our labels; the text itself is
 * read when an evaluation runs, from a folder of bare clones: `git clone --mirror URL DIR/OWNER+NAME/repo`.
 */
export interface Sources {
  /** The file as it was at that commit. Throws, with the command that would help, if its repository is missing. */
  readText(repository: string, commit: string, path: string): Promise<string>
  /** The output of `git ARGS` in that repository. */
  git(repository: string, ...args: string[]): Promise<string>
}

const run = promisify(execFile)
const maxBytes = 1024 * 1024 * 1024

export function openSources(folder: string): Sources {
  const git = async (repository: string, ...args: string[]) => {
    const directory = join(folder, repository.replace('/', '+'), 'repo')
    if (!existsSync(directory))
      throw new Error(`Missing source: git clone --mirror https://github.com/${repository} ${directory}`)
    return (await run('git', ['--git-dir', directory, ...args], { maxBuffer: maxBytes })).stdout
  }
  return { git, readText: (repository, commit, path) => git(repository, 'show', `${commit}:${path}`) }
}

/** The folder that follows `--sources` on the command line. */
export function sourcesFolder(args: readonly string[]): string {
  const folder = args[args.indexOf('--sources') + 1]
  if (!args.includes('--sources') || folder === undefined)
    throw new Error('Missing --sources DIR, a folder of bare clones: DIR/OWNER+NAME/repo (see eval/README.md)')
  return folder
}

/** Identifies a text without storing it, so that a changed one is noticed: ten hex digits, ignoring white space at its ends. */
export const fingerprint = (text: string) => createHash('sha256').update(text.trim()).digest('hex').slice(0, 10)
