import { Command, Option } from 'commander'
import { type Scope, scopes } from '#core/domain/kinds.ts'
import type { Schemas } from '../../clients/typescript/src/index.ts'
import { print, printLine, table } from '../output.ts'
import { chooseOrganization } from '../service/organization.ts'
import { type Service, type ServiceOptions, serviceCommand, unwrap, withService } from '../service/service.ts'
import { allAgents } from './agents.ts'
import { wholeNumber, words } from './option-values.ts'

type Entry = Schemas['AuditEntry']

interface ListOptions extends ServiceOptions {
  actor?: string
  action?: string
  target?: string
  type?: string
  layer?: Scope
  agent?: string
  group?: string
  since?: string
  until?: string
  limit?: number
}

export const audit = new Command('audit').description('list, verify and export the audit log of the organization')

audit.addCommand(
  serviceCommand('list')
    .description('list who changed what, the newest first')
    .option('--actor <id>', 'only changes by this person, key or job', words)
    .option('--action <action>', 'only this action, such as belief.approve', words)
    .option('--target <id>', 'only changes of this record', words)
    .option('--type <type>', 'only changes of records of this type, such as belief, label or key', words)
    .addOption(
      new Option('--layer <layer>', 'only changes of agents, of groups, or of the organization itself').choices(scopes),
    )
    .option('--agent <agent>', 'only changes of this agent; slug or id', words)
    .option('--group <id>', 'only changes of this group', words)
    .option('--since <time>', 'only changes from this time on', words)
    .option('--until <time>', 'only changes before this time', words)
    .option('--limit <number>', 'how many entries, 50 by default', wholeNumber())
    .action((options: ListOptions) =>
      withService(options, async (service) => {
        const { actor, action, target, type, layer, agent, group, since, until, limit } = options
        const query = {
          ...(actor !== undefined && { actor }),
          ...(action !== undefined && { action }),
          ...(target !== undefined && { target }),
          ...(type !== undefined && { type }),
          ...(layer !== undefined && { layer }),
          ...(agent !== undefined && { agentId: agent }),
          ...(group !== undefined && { groupId: group }),
          ...(since !== undefined && { since }),
          ...(until !== undefined && { until }),
          ...(limit !== undefined && { limit }),
        }
        const orgId = await chooseOrganization(service)
        const call = service.api.GET('/organizations/{orgId}/audit-log', { params: { path: { orgId }, query } })
        const list = (await unwrap(call, optionNames)) as { data: Entry[]; count: number }
        const names = options.json ? new Map<string, string>() : await agentNames(service, list.data)
        print(options, list, () =>
          list.data.length === 0 ? 'No entry matches.' : table(list.data.map((entry) => rowOf(entry, names))),
        )
      }),
    ),
  { isDefault: true },
)

audit.addCommand(
  serviceCommand('verify')
    .description('compute the chain of the log again; exits with 1 when it is broken')
    .option(
      '--seq <number>',
      'with --hash: a head that you kept, to see whether history is what it was',
      wholeNumber(0),
    )
    .option('--hash <hash>', 'the hash of that head', words)
    .action((options: ServiceOptions & { seq?: number; hash?: string }) =>
      withService(options, async (service) => {
        const { seq, hash } = options
        const query = { ...(seq !== undefined && { seq }), ...(hash !== undefined && { hash }) }
        const params = { path: { orgId: await chooseOrganization(service) }, query }
        const call = service.api.GET('/organizations/{orgId}/audit-log/verify', { params })
        const result = await unwrap(call, { seq: '--seq', hash: '--hash' })
        print(options, result, () => sentencesOf(result))
        if (!result.valid || result.known === false) process.exitCode = 1
      }),
    ),
)

audit.addCommand(
  serviceCommand('export')
    .description('print the log as lines of JSON, the oldest first, for a log collector')
    .option('--after <number>', 'only entries with greater numbers', wholeNumber(0))
    .action((options: ServiceOptions & { after?: number }) =>
      withService(options, async (service) => {
        const query = options.after === undefined ? {} : { after: options.after }
        const params = { path: { orgId: await chooseOrganization(service) }, query }
        const call = service.api.GET('/organizations/{orgId}/audit-log', {
          params,
          headers: { Accept: 'application/x-ndjson' },
          parseAs: 'stream',
        })
        const text = (await unwrap(call)).pipeThrough(new TextDecoderStream())
        for await (const line of linesIn(text)) printLine({ json: true }, JSON.parse(line), () => line)
      }),
    ),
)

const optionNames = {
  actor: '--actor',
  action: '--action',
  target: '--target',
  type: '--type',
  agentId: '--agent',
  groupId: '--group',
  since: '--since',
  until: '--until',
}

/** The names of the agents that entries of other records belong to. */
async function agentNames(service: Service, entries: readonly Entry[]): Promise<Map<string, string>> {
  if (!entries.some(({ agent_id, target }) => agent_id !== null && agent_id !== target?.id)) return new Map()
  return new Map((await allAgents(service)).map(({ id, name }) => [id, name]))
}

const rowOf = ({ seq, at, actor, surface, action, target, agent_id, after }: Entry, names: Map<string, string>) => [
  String(seq),
  at.slice(0, 19).replace('T', ' '),
  actor?.name ?? actor?.type ?? 'erased',
  surface ?? '',
  action,
  [target?.name ?? target?.id ?? '', movesIn(after)].filter(Boolean).join(' '),
  agent_id === target?.id ? '' : (names.get(agent_id ?? '') ?? ''),
]

/** The versions that a label moved between. */
const movesIn = (after: Entry['after']): string => {
  if (after === null || !('to_version' in after || 'from_version' in after)) return ''
  return `${after.from_version ?? 'none'} → ${after.to_version ?? 'none'}`
}

function sentencesOf({ valid, entries, head, first_broken, known }: Schemas['AuditVerification']): string[] {
  const chain = valid
    ? `The chain of ${entries} entries is whole.`
    : `The chain is broken: entry ${first_broken} is not what it was, or is missing.`
  const isKnown = known
    ? 'History up to the head that you kept is what it was.'
    : 'The head that you kept is not in this log.'
  return [chain, ...(known === undefined ? [] : [isKnown]), `Head: ${head.seq} ${head.hash}`]
}

async function* linesIn(text: ReadableStream<string>): AsyncGenerator<string, void> {
  let rest = ''
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}
