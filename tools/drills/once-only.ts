import type { Drill } from './drill.ts'
import { killUnderRequests } from './killed-requests.ts'
import { onBothEngines } from './on-both-engines.ts'

const kills = 50

export const onceOnly: Drill = {
  summary: `SIGKILL ${kills} times on each engine while clients repeat requests by their Idempotency-Key: no change is lost, none happens twice`,
  run: () => onBothEngines((environment) => killUnderRequests(environment, kills)),
}
