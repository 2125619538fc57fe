import { sureScore } from '#core/domain/similar/sure-score.ts'
import type { paths } from '../../clients/typescript/src/index.ts'
import { pluralize, print, printNote, table, visible } from '../output.ts'
import { type Service, serviceCommand, unwrap, withService } from '../service/service.ts'
import { choose, type Prompts } from './choose.ts'
import { reviewEvidence } from './review-evidence.ts'

export const review = serviceCommand('review')
  .description('decide on proposals, pending items and change requests; without a terminal, and with --json, list them')
  .argument('[agent]', 'slug or id; all agents by default')
  .option('--evidence', 'decide on what people said and discovery has not proposed')
  .option('--accept <id...>', 'with --evidence: accept these observations')
  .option('--reject <id...>', 'with --evidence: reject these observations')
  .option('--undo <id...>', 'with --evidence: take back what was decided on these observations')
  .action((agent, options) =>
    withService(options, async (service) => {
      if (options.evidence || options.accept || options.reject || options.undo)
        return reviewEvidence(service, agent, options)
      const waiting = await readWaiting(service, agent)
      const count = waiting.proposals.length + waiting.change_requests.length
      const isInteractive = !options.json && process.stdin.isTTY && process.stdout.isTTY
      if (isInteractive && count > 0) return decide(service, agent, waiting)
      print(options, waiting, () =>
        count === 0
          ? 'Nothing awaits a decision.'
          : table([...waiting.change_requests.flatMap(rowsOf), ...waiting.proposals.map(rowOf)]),
      )
      if (!options.json && count > 0) printNote(describeWaiting(waiting))
    }),
  )

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never
type Proposal = Answer<'/organizations/{orgId}/proposals'>['data'][number]
type ChangeRequest = Answer<'/change-requests/{changeRequestId}'>
interface Waiting {
  proposals: Proposal[]
  change_requests: ChangeRequest[]
  /** How many wait in all, also those that are not listed. */
  counts: { proposals: number; pending_items: number; change_requests: number }
}

/** How many of each are shown; the next follow once these are decided. */
const limit = 50

async function readWaiting({ api }: Service, agentId: string | undefined): Promise<Waiting> {
  const { data: organizations } = await unwrap(api.GET('/organizations'))
  const counts = { proposals: 0, pending_items: 0, change_requests: 0 }
  const waiting: Waiting = { proposals: [], change_requests: [], counts }
  const query = { limit, ...(agentId !== undefined && { agentId }) }
  for (const { organization } of organizations) {
    const params = { path: { orgId: organization.id }, query }
    const { data, count, proposed } = await unwrap(api.GET('/organizations/{orgId}/proposals', { params }))
    waiting.proposals.push(...(data as Proposal[]))
    counts.proposals += proposed
    counts.pending_items += count - proposed
    const open = { query: { ...query, orgId: organization.id, status: 'open' as const } }
    const requests = await unwrap(api.GET('/change-requests', { params: open }))
    counts.change_requests += requests.count
    for (const { id: changeRequestId } of requests.data) {
      const path = { changeRequestId }
      waiting.change_requests.push(
        (await unwrap(api.GET('/change-requests/{changeRequestId}', { params: { path } }))) as ChangeRequest,
      )
    }
  }
  waiting.proposals.sort(inOrder)
  return waiting
}

const isProposed = ({ origin }: Proposal) => origin === 'discovery'

const rowOf = (item: Proposal) => [
  isProposed(item) ? 'proposal' : 'pending',
  item.agent_name ?? item.group_name ?? 'organization',
  item.category,
  certaintyOf(item),
  item.statement,
]

/** How sure the reader is of what people said, where they did, and when last; empty if nobody said it. */
function certaintyOf({ certainty, said, needs_wording }: Proposal): string {
  if (typeof certainty !== 'number' || !said) return ''
  const { sessions, conversations, last_at } = said
  const places = [
    ...(sessions > 0 ? [pluralize(sessions, 'session')] : []),
    ...(conversations > 0 ? [pluralize(conversations, 'conversation')] : []),
  ]
  const when = `${sessions + conversations > 1 ? 'last on' : 'on'} ${last_at.slice(0, 10)}`
  const state = needs_wording ? ', needs wording' : ''
  return `${Math.round(100 * certainty)}% sure, in ${places.join(' and ')}, ${when}${state}`
}

/**
 * Proposals before what people wrote, the surest first, and words that cannot stand as a rule last: the order of one
 * organization, over all of them.
 */
const inOrder = (a: Proposal, b: Proposal) =>
  Number(isProposed(b)) - Number(isProposed(a)) ||
  Number(a.needs_wording) - Number(b.needs_wording) ||
  (b.certainty ?? 0) - (a.certainty ?? 0)

const rowsOf = ({ number, changes }: ChangeRequest) =>
  changes.map((change) => [
    `change request ${number}`,
    change.owner_name ?? 'organization',
    `${change.op}${change.conflict ? ` (${change.conflict})` : ''}`,
    wordsOf(change),
  ])

type Change = ChangeRequest['changes'][number]

const wordsOf = (change: Change) => (change.op === 'profile' ? profileOf(change) : statementOf(change))

const statementOf = ({ before, after, statement }: Change) =>
  [...new Set([before?.statement, after?.statement ?? statement])].filter((text) => text !== undefined).join(' → ')

/** The fields of a profile that change; a group by its name. */
const profileOf = ({ before, after }: Change) =>
  Object.entries({
    name: [before?.name, after?.name],
    description: [before?.description, after?.description],
    'job title': [before?.job_title, after?.job_title],
    location: [before?.location, after?.location],
    'time zone': [before?.timezone, after?.timezone],
    group: [before?.group_name, after?.group_name],
  })
    .flatMap(([field, [from, to]]) => (from === to ? [] : `${field}: ${from ?? 'none'} → ${to ?? 'none'}`))
    .join(', ')

/** "2 change requests, 12 proposals, 1 pending item" */
const countsOf = ({ counts: { change_requests, proposals, pending_items } }: Waiting): string =>
  (
    [
      [change_requests, 'change request'],
      [proposals, 'proposal'],
      [pending_items, 'pending item'],
    ] as const
  )
    .flatMap(([count, noun]) => (count > 0 ? [pluralize(count, noun)] : []))
    .join(', ')

function describeWaiting(waiting: Waiting): string {
  const { counts, proposals, change_requests } = waiting
  const all = counts.proposals + counts.pending_items + counts.change_requests
  const isCut = all > proposals.length + change_requests.length
  const shown = isCut ? `; the first ${proposals.length + change_requests.length} are listed` : ''
  return `${countsOf(waiting)}${shown}. On a terminal this command asks about each; the page Review does the same.`
}

/** Asks about each one on a terminal: change requests first, since deciding a proposal makes changes to it stale. */
async function decide(service: Service, agent: string | undefined, waiting: Waiting): Promise<void> {
  const prompts = await import('@clack/prompts')
  const { proposals, change_requests: requests } = waiting
  prompts.intro(countsOf(waiting))
  const merged = await decideRequests(service, prompts, requests)
  if (merged === undefined) return
  const left = merged > 0 ? (await readWaiting(service, agent)).proposals : proposals
  const decided = await decideProposals(service, prompts, left)
  if (decided !== undefined) prompts.outro(`Decided: ${merged + decided}`)
}

/** @returns how many were decided; undefined when the user has quit. */
async function decideRequests({ api }: Service, prompts: Prompts, requests: ChangeRequest[]) {
  let decided = 0
  for (const request of requests) {
    prompts.log.message(table(rowsOf(request).map((row) => row.slice(1))).join('\n'))
    const choice = await choose(prompts, `Change request ${request.number}: ${request.title}`, [
      { value: 'merge', label: 'Merge' },
      { value: 'close', label: 'Close' },
    ])
    if (prompts.isCancel(choice)) return undefined
    if (choice === 'skip') continue
    const params = { path: { changeRequestId: request.id } }
    await unwrap(
      choice === 'merge'
        ? api.POST('/change-requests/{changeRequestId}/merge', { params })
        : api.POST('/change-requests/{changeRequestId}/close', { params }),
    )
    decided++
  }
  return decided
}

/** @returns how many were decided; undefined when the user has quit. */
async function decideProposals({ api }: Service, prompts: Prompts, proposals: Proposal[]) {
  let decided = 0
  for (const proposal of proposals) {
    const quote = proposal.sources.find((source) => source.quote)?.quote
    const about = rowOf(proposal).slice(1, 4)
    const hint = quote && { hint: `“${quote}”` }
    const choices = [
      ...(proposal.needs_wording ? [] : [{ value: 'approve', label: 'Approve', ...hint }]),
      { value: 'edit', label: 'Edit and approve', ...(proposal.needs_wording && hint) },
      { value: 'reject', label: 'Reject' },
    ]
    // Enter alone must not approve what the reader is not sure of; a person is sure of what they wrote.
    const isSure = !isProposed(proposal) || (proposal.certainty ?? 0) >= sureScore
    const message = `${about.filter((text) => text !== '').join(', ')}: ${proposal.statement}`
    const choice = await choose(prompts, message, choices, { isSure })
    if (prompts.isCancel(choice)) return undefined
    if (choice === 'skip') continue
    const statement =
      choice === 'edit'
        ? await prompts.text({ message: 'Statement', initialValue: visible(proposal.statement) })
        : proposal.statement
    if (prompts.isCancel(statement)) return undefined
    const status = choice === 'reject' ? 'rejected' : 'approved'
    await decideOn(api, proposal, { status, ...(choice === 'edit' && { statement }) })
    decided++
  }
  return decided
}

function decideOn(
  api: Service['api'],
  { id, kind }: Proposal,
  body: { status: 'approved' | 'rejected'; statement?: string },
): Promise<unknown> {
  return kind === 'belief'
    ? unwrap(api.PATCH('/beliefs/{beliefId}', { params: { path: { beliefId: id } }, body }))
    : unwrap(api.PATCH('/responsibilities/{responsibilityId}', { params: { path: { responsibilityId: id } }, body }))
}
