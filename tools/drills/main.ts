import { withProgress } from '#core/base/progress.ts'
import { auditLog } from './audit-log.ts'
import { benches } from './benches.ts'
import { clientPrograms } from './client-programs.ts'
import { clientReads } from './client-reads.ts'
import { clock } from './clock.ts'
import { codingTools } from './coding-tools.ts'
import { corruptPage } from './corrupt-page.ts'
import type { Drill } from './drill.ts'
import { failingDisk } from './failing-disk.ts'
import { failover } from './failover.ts'
import { frozenReplica } from './frozen-replica.ts'
import { fullDisk } from './full-disk.ts'
import { fullLog } from './full-log.ts'
import { generatedClients } from './generators.ts'
import { hostileFiles } from './hostile-files.ts'
import { interruptedRestore } from './interrupted-restore.ts'
import { kill } from './kill.ts'
import { onceOnly } from './once-only.ts'
import { plugins } from './plugins.ts'
import { powerCut } from './power-cut.ts'
import { rollingRestart } from './rolling-restart.ts'
import { sessions } from './sessions.ts'
import { storedBytes } from './stored-bytes.ts'
import { vanishedPostgres } from './vanished-postgres.ts'
import { webhooks } from './webhooks.ts'

/**
 * `npm run drill -- NAME...` runs drills, `npm run drill` lists them. They take minutes and are not part of `npm test`.
 * The exit status is 1 when one of them failed; a drill that cannot run on this machine is skipped with the reason.
 */

const drills: Record<string, Drill> = {
  kill,
  'once-only': onceOnly,
  'power-cut': powerCut,
  'full-disk': fullDisk,
  'failing-disk': failingDisk,
  'full-log': fullLog,
  'corrupt-page': corruptPage,
  'interrupted-restore': interruptedRestore,
  'rolling-restart': rollingRestart,
  'vanished-postgres': vanishedPostgres,
  failover,
  'frozen-replica': frozenReplica,
  'audit-log': auditLog,
  webhooks,
  'stored-bytes': storedBytes,
  clock,
  'client-reads': clientReads,
  'hostile-files': hostileFiles,
  'client-programs': clientPrograms,
  generators: generatedClients,
  'coding-tools': codingTools,
  plugins,
  sessions,
  benches,
}

const names = process.argv.slice(2)
for (const name of names) {
  if (!Object.hasOwn(drills, name)) {
    console.error(`${name} is not a drill; npm run drill lists them`)
    process.exit(1)
  }
}
if (names.length === 0) {
  for (const [name, { summary }] of Object.entries(drills)) console.log(`${name.padEnd(20)}${summary}`)
}
for (const name of names) {
  const drill = drills[name]!
  const reason = drill.missing?.()
  if (reason) {
    console.log(`${name}: SKIPPED. ${reason}`)
    continue
  }
  try {
    console.log(`${name}: OK. ${await withProgress(name, drill.run)}`)
  } catch (error) {
    console.error(`${name}: FAILED.`, error)
    process.exitCode = 1
  }
}
