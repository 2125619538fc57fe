import { Command } from 'commander'
import { chooseDestination, chooseKey } from '../address.ts'
import { confirm } from '../confirm.ts'
import { pluralize, print, printNote, visible } from '../output.ts'
import { openService } from '../service.ts'
import { describeGroups } from '../sessions/describe-findings.ts'
import { groupFindings, statementKey } from '../sessions/finding.ts'
import { type PendingSession, readPending, removePending } from '../sessions/pending-findings.ts'
import { requestsFor, type Sent, send } from '../sessions/send-findings.ts'

export const sessionsPending = new Command('pending')
  .description('show the rules that hooks at the end of sessions found, and that wait on this machine')
  .option('--clear', 'remove them from this machine')
  .option('--json', 'print JSON')
  .action((options: { clear?: boolean; json?: boolean }) => {
    const pending = readPending()
    const groups = groupsOf(pending)
    if (options.clear) for (const session of pending) removePending(session, new Set(session.findings))
    print(options, { data: groups, count: groups.length, cleared: options.clear === true }, () => {
      if (groups.length === 0) return 'Nothing waits.'
      return options.clear ? `Removed ${pluralize(groups.length, 'rule')}.` : describeGroups(groups)
    })
  })

export const sessionsSend = new Command('send')
  .description('send rules that wait on this machine to the service; a terminal lets you pick them')
  .option('--yes', 'send all of them without asking')
  .option('--json', 'print JSON')
  .action(async (options: { yes?: boolean; json?: boolean }) => {
    const pending = readPending()
    const picked = options.yes || pending.length === 0 ? undefined : await pick(pending)
    const sent: Sent = { created: 0, count: 0 }
    for (const session of pending) {
      const findings = session.findings.filter(({ statement }) => picked?.has(statementKey(statement)) ?? true)
      if (findings.length === 0) continue
      const { created, count } = await sendSession({ ...session, findings })
      removePending(session, new Set(findings))
      sent.created += created
      sent.count += count
    }
    print(options, sent, () =>
      sent.count === 0
        ? 'Nothing was sent.'
        : `Sent ${pluralize(sent.count, 'observation')}, of which ${sent.created} ${sent.created === 1 ? 'is' : 'are'} new.`,
    )
  })

const groupsOf = (pending: readonly PendingSession[]) =>
  groupFindings(
    pending.flatMap(({ findings }) => findings),
    new Set(),
  )

async function sendSession({ agent, address, findings }: PendingSession): Promise<Sent> {
  const destination = chooseDestination({ url: address })
  const service = await openService(address, chooseKey({}, destination))
  const requests = requestsFor(agent, findings)
  for (const body of requests) printNote(`POST ${address}/api/v1/observations\n${JSON.stringify(body, null, 2)}`)
  return send(service, requests)
}

/** The keys of the statements that the person picks. */
async function pick(pending: readonly PendingSession[]): Promise<Set<string>> {
  const groups = groupsOf(pending)
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    await confirm(`${pluralize(groups.length, 'rule')} would be sent.`, false)
  const { isCancel, multiselect } = await import('@clack/prompts')
  const picked = await multiselect({
    message: 'Which rules should the service get?',
    options: groups.map(({ statement, findings }) => ({
      value: statementKey(statement),
      label: visible(statement),
      hint: visible(`“${findings[0]!.quote}”`),
    })),
    required: false,
    output: process.stderr,
  })
  if (isCancel(picked)) throw new Error('Nothing was sent.')
  return new Set(picked)
}
