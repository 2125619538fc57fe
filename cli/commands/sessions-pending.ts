import { Command } from 'commander'
import { confirm } from '../confirm.ts'
import { print, printNote, visibleLine } from '../output.ts'
import { countGroups, describeGroups } from '../sessions/describe-findings.ts'
import { groupFindings, statementKey } from '../sessions/finding.ts'
import { clearPending, type PendingFindings, readPending } from '../sessions/pending-findings.ts'
import { describeSent, sendPending, showRequests } from '../sessions/send-findings.ts'

export const sessionsPending = new Command('pending')
  .description('show the rules that hooks at the end of sessions found, and that wait on this machine')
  .option('--clear', 'remove them from this machine')
  .option('--json', 'print JSON')
  .action((options: { clear?: boolean; json?: boolean }) => {
    const pending = readPending()
    const groups = groupsOf(pending)
    if (options.clear) clearPending()
    print(options, { data: groups, count: groups.length, cleared: options.clear === true }, () => {
      if (groups.length === 0) return 'Nothing waits.'
      return options.clear ? `Removed ${countGroups(groups)}.` : describeGroups(groups)
    })
    if (!options.json && !options.clear && groups.length > 0)
      printNote(
        `${countGroups(groups)}. "agent-identity sessions send" lets you pick and sends them, --clear removes them.`,
      )
  })

export const sessionsSend = new Command('send')
  .description('send rules that wait on this machine to the service; a terminal lets you pick them')
  .option('--yes', 'send all of them without asking')
  .option('--show', 'print the whole requests instead of a summary')
  .option('--json', 'print JSON')
  .action(async (options: { yes?: boolean; show?: boolean; json?: boolean }) => {
    const pending = readPending()
    const picked = options.yes || pending.length === 0 ? undefined : await pick(pending)
    const targets = [...Map.groupBy(pending, ({ agent, address }) => JSON.stringify([agent, address])).values()].map(
      (files) => ({
        ...files[0]!,
        findings: files
          .flatMap(({ findings }) => findings)
          .filter(({ statement }) => picked?.has(statementKey(statement)) ?? true),
      }),
    )
    for (const target of targets) showRequests(target, options.show === true)
    const sent = await sendPending(targets)
    const agents = [...new Set(targets.map(({ agent }) => agent))]
    print(options, sent, () => (sent.count === 0 ? 'Nothing was sent.' : describeSent(sent, agents)))
  })

const groupsOf = (pending: readonly PendingFindings[]) =>
  groupFindings(
    pending.flatMap(({ findings }) => findings),
    new Map(),
  )

/** The keys of the statements that the person picks. */
async function pick(pending: readonly PendingFindings[]): Promise<Set<string>> {
  const groups = groupsOf(pending)
  if (!process.stdin.isTTY || !process.stderr.isTTY) await confirm(`${countGroups(groups)} would be sent.`, false)
  const { isCancel, multiselect } = await import('@clack/prompts')
  const picked = await multiselect({
    message: 'Which rules should the service get?',
    options: groups.map(({ statement, findings, is_sure }) => ({
      value: statementKey(statement),
      label: visibleLine(statement),
      hint: visibleLine(`${is_sure ? '' : 'less sure, '}“${findings[0]!.quote}”`),
    })),
    required: false,
    output: process.stderr,
  })
  if (isCancel(picked)) throw new Error('Nothing was sent.')
  return new Set(picked)
}
