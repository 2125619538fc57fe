import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A restore whose process is killed before its nth change to files: `killed-restore.ts DATA_DIR FILE N`. Without a
 * number it is not killed.
 */

const [dataDir, file, killAt] = process.argv.slice(2)
let step = 0
const changes = [
  'copyFileSync',
  'fsyncSync',
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'writeFileSync',
] as const
for (const name of changes) {
  const change = fs[name] as (...values: unknown[]) => unknown
  const killedBefore = (...values: unknown[]) => {
    if (++step === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    return change(...values)
  }
  Object.assign(fs, { [name]: killedBefore })
}
syncBuiltinESMExports()

const { restore } = await import('../../server/db/embedded/restore.ts')
await restore(dataDir!, file!)
