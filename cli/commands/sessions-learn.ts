import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readHookEvent } from '../coding-tools/hook-event.ts'
import { chooseDestination } from '../service/address.ts'
import { type ServiceOptions, serviceCommand } from '../service/service.ts'
import type { Finding } from '../sessions/finding.ts'
import type { SessionTool } from '../sessions/session.ts'

/** The time that a tool has to write the end of the transcript. */
const settleMs = 1000

interface Options extends ServiceOptions {
  for: SessionTool
  agent: string
  send?: boolean
  session?: string
}

/** Runs as a hook at the end of a session: it starts itself again in the background, so that the tool does not wait. */
export const sessionsLearn = serviceCommand('learn')
  .requiredOption('--for <tool>', 'the coding tool')
  .requiredOption('--agent <agent>', 'slug or id')
  .option('--send', 'send what was found')
  .option('--session <id>', 'the session, instead of the event on standard input')
  .action(async (options: Options) => {
    // A tool must end whatever happens here.
    try {
      if (options.session === undefined) await startInBackground()
      else await learn(options, options.session)
    } catch {}
    process.exit(0)
  })

async function startInBackground(): Promise<void> {
  const { session_id, sessionId } = await readHookEvent()
  const id = session_id ?? sessionId
  if (typeof id !== 'string' || id === '') return
  const args = [...process.execArgv, ...process.argv.slice(1), `--session=${id}`]
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref()
}

async function learn(options: Options, id: string): Promise<void> {
  await sleep(settleMs)
  const findings = await findingsOf(options, id)
  if (findings.length === 0) return
  const pending = { agent: options.agent, address: chooseDestination(options).address, findings }
  const { storeSession } = await import('../sessions/pending-findings.ts')
  const unsent = storeSession(pending)
  if (!options.send) return
  const { sendPending } = await import('../sessions/send-findings.ts')
  await sendPending([{ ...pending, findings: unsent }], options)
}

/** The rules in one session. */
async function findingsOf(options: Options, id: string): Promise<Finding[]> {
  const { readSession } = await import('../sessions/read-sessions.ts')
  const { redactTurns } = await import('../sessions/finding.ts')
  const { noKnowledge, readKnowledge, withoutRejected } = await import('../sessions/known-statements.ts')
  const { readBuiltin } = await import('../sessions/builtin-reading.ts')
  const session = await readSession(options.for, id)
  if (!session) return []
  const knowledge = await readKnowledge(options, options.agent).catch(() => noKnowledge)
  return withoutRejected(readBuiltin(redactTurns(session, homedir()), knowledge), knowledge)
}
