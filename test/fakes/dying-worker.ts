import { loadEnvironment, readConfig } from '../../server/config.ts'
import { runDueJobs } from '../../server/jobs/worker.ts'
import { openLog } from '../../server/log.ts'
import { compose } from '../../server/start/compose.ts'

/**
 * Runs the jobs that are due, and kills itself as `kill -9` would when it reads the clock for the nth time (the
 * argument; 0 never). The clock is read before every step of every stage. Prints how often it was read.
 */
const dieAt = Number(process.argv[2])
const config = readConfig(loadEnvironment())
const { deps, close } = await compose(config, openLog(config))
let looks = 0
const now = () => {
  if (++looks === dieAt) process.kill(process.pid, 'SIGKILL')
  return deps.now()
}
await runDueJobs({ ...deps, now })
await close()
console.log(looks)
