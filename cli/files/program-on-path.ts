import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The file that a command of this name starts, found without starting it; undefined if there is none on the PATH. */
export function programOnPath(name: string): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name]
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((file) => join(folder, file)))
    .find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
