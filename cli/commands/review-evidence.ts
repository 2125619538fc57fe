import { pluralize, print, printNote, table, visible, visibleLine } from '../output.ts'
import { type Service, unwrap } from '../service/service.ts'
import { allAgents } from './agents.ts'
import { choose, type Prompts } from './choose.ts'

/** Decisions on evidence: what people said that is not proposed. */

interface EvidenceOptions {
  json?: boolean
  accept?: string[]
  reject?: string[]
  undo?: string[]
}

/** An observation that waits, with the name of its agent. */
interface Evidence {
  id: string
  agent_name: string
  category: string
  statement: string
  quote: string
  score: number
  needs_wording: boolean
  observed_at: string
}

/** The most that one request decides on, and that are shown. */
const limit = 100

/** Lists evidence, the surest first; decides on what options name, or asks on a terminal. */
export async function reviewEvidence(service: Service, agent: string | undefined, options: EvidenceOptions) {
  const { accept = [], reject = [], undo = [] } = options
  if (accept.length + reject.length + undo.length > 0) {
    const decided = (await decide(service, accept, 'accepted')) + (await decide(service, reject, 'rejected'))
    const undone = await decide(service, undo, 'waiting')
    const takeBack = `"agent-identity review --evidence --undo ${[...accept, ...reject].join(' ')}" takes it back.`
    return print(options, { decided, undone }, () => [
      ...(decided > 0 ? [`Decided: ${decided}. ${takeBack}`] : []),
      ...(decided === 0 || undone > 0 ? [`Waiting again: ${undone}`] : []),
    ])
  }
  const { evidence, count } = await readEvidence(service, agent)
  const isInteractive = !options.json && process.stdin.isTTY && process.stdout.isTTY
  if (isInteractive && evidence.length > 0) return ask(service, evidence)
  print(options, { evidence, count }, () =>
    evidence.length === 0
      ? 'No evidence waits.'
      : table(evidence.map((one) => [one.id, one.agent_name, certaintyOf(one), one.category, one.statement])),
  )
  if (options.json || evidence.length === 0) return
  const shown = count > evidence.length ? `; the surest ${evidence.length} are listed` : ''
  printNote(
    `${pluralize(count, 'observation')} ${count === 1 ? 'waits' : 'wait'}${shown}. --accept ID and --reject ID decide on them, or this command on a terminal.`,
  )
}

async function readEvidence(service: Service, agent: string | undefined) {
  const { api } = service
  const agents =
    agent === undefined
      ? await allAgents(service)
      : [await unwrap(api.GET('/agents/{agentId}', { params: { path: { agentId: agent } } }))]
  const waiting: Evidence[] = []
  let all = 0
  for (const { id: agentId, name: agent_name } of agents) {
    const query = { agentId, source: 'people', promoted: false, heldBack: false, limit } as const
    const { data, count } = await unwrap(api.GET('/observations', { params: { query } }))
    all += count
    for (const one of data)
      waiting.push({
        ...one,
        category: one.category as string,
        score: one.score ?? one.confidence,
        needs_wording: one.needs_wording === true,
        agent_name,
      })
  }
  return { evidence: waiting.sort((a, b) => b.score - a.score), count: all }
}

const certaintyOf = ({ score, observed_at, needs_wording }: Evidence) =>
  `${Math.round(100 * score)}% sure, ${observed_at.slice(0, 10)}${needs_wording ? ', needs wording' : ''}`

/** @returns how many were decided */
async function decide(
  { api }: Service,
  ids: readonly string[],
  status: 'accepted' | 'rejected' | 'waiting',
): Promise<number> {
  let decided = 0
  for (let at = 0; at < ids.length; at += limit) {
    const body = { ids: ids.slice(at, at + limit), updates: { status } }
    decided += (await unwrap(api.PATCH('/observations/bulk', { body }))).updated
  }
  return decided
}

async function ask(service: Service, evidence: readonly Evidence[]): Promise<void> {
  const prompts = await import('@clack/prompts')
  prompts.intro(`${pluralize(evidence.length, 'observation')} ${evidence.length === 1 ? 'waits' : 'wait'}`)
  const way = await choose(prompts, 'Decide', [
    { value: 'one', label: 'One by one, the surest first' },
    { value: 'several', label: 'Select several' },
  ])
  if (prompts.isCancel(way) || way === 'skip') return
  const decided = await (way === 'one' ? oneByOne : several)(service, prompts, evidence)
  if (decided !== undefined) prompts.outro(`Decided: ${decided}`)
}

/** @returns how many were decided; undefined when the person has quit */
async function oneByOne(service: Service, prompts: Prompts, evidence: readonly Evidence[]) {
  const decided: Evidence[] = []
  for (let at = 0; at < evidence.length; ) {
    const one = evidence[at]!
    const last = decided.at(-1)
    const message = `${one.agent_name}, ${one.category}, ${certaintyOf(one)}: ${one.statement}`
    const choices = [
      ...(one.needs_wording ? [] : [{ value: 'accepted', label: 'Accept', hint: `“${one.quote}”` }]),
      { value: 'edit', label: 'Edit and accept', ...(one.needs_wording && { hint: `“${one.quote}”` }) },
      { value: 'rejected', label: 'Reject' },
      ...(last ? [{ value: 'undo', label: `Undo: ${last.statement}` }] : []),
    ]
    const choice = await choose(prompts, message, choices, { isSure: false })
    if (prompts.isCancel(choice)) return undefined
    if (choice === 'undo' && last) {
      await decide(service, [last.id], 'waiting')
      decided.pop()
      at = evidence.indexOf(last)
      continue
    }
    at++
    if (choice === 'skip') continue
    const statement =
      choice === 'edit' ? await prompts.text({ message: 'Statement', initialValue: visible(one.statement) }) : undefined
    if (prompts.isCancel(statement)) return undefined
    const params = { path: { observationId: one.id } }
    const status = choice === 'rejected' ? ('rejected' as const) : ('accepted' as const)
    const body = { status, ...(statement !== undefined && { statement }) }
    await unwrap(service.api.PATCH('/observations/{observationId}', { params, body }))
    decided.push(one)
  }
  return decided.length
}

/** @returns how many were decided; undefined when the person has quit */
async function several(service: Service, { isCancel, multiselect }: Prompts, evidence: readonly Evidence[]) {
  const pick = (message: string, from: readonly Evidence[]) =>
    multiselect({
      message: `${message} Space selects, Enter goes on.`,
      options: from.map((one) => ({
        value: one.id,
        label: visibleLine(one.statement),
        hint: visibleLine(`${certaintyOf(one)}: “${one.quote}”`),
      })),
      required: false,
    })
  const accepted = await pick('Which of these should the identity hold?', evidence)
  if (isCancel(accepted)) return undefined
  const rest = evidence.filter(({ id }) => !accepted.includes(id))
  const rejected = rest.length === 0 ? [] : await pick('Which of the others are no rules?', rest)
  if (isCancel(rejected)) return undefined
  return (await decide(service, accepted, 'accepted')) + (await decide(service, rejected, 'rejected'))
}
