import { basename } from 'node:path'
import { clientNameOf } from '#core/domain/identity/clients.ts'
import { folderAbove } from '../files/folder-above.ts'

/** The name of this command among those that run an agent: that of the repository, or of the folder outside of one. */
export function clientName(): string {
  const folder = process.cwd()
  return clientNameOf('cli', basename(folderAbove('.git', folder) ?? folder) || 'root')
}
