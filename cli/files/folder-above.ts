import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest folder, from `start` upwards, that has an entry of this name. */
export function folderAbove(name: string, start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return folder
    if (folder === dirname(folder)) return undefined
  }
}
