import type { Drill } from './drill.ts'
import { killUnderChanges } from './killed-webhooks.ts'
import { onBothEngines } from './on-both-engines.ts'

const kills = 20

export const webhooks: Drill = {
  summary: `SIGKILL ${kills} times on each engine while a receiver fails: the webhook delivers every acknowledged change at least once`,
  run: () => onBothEngines((environment) => killUnderChanges(environment, kills)),
}
