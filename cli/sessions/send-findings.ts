import { fileURLToPath } from 'node:url'
import type { paths } from '../../clients/typescript/src/index.ts'
import { pluralize, printNote, shellWord, table, visibleLine } from '../output.ts'
import { chooseDestination, chooseKey, type Destination } from '../service/address.ts'
import { openService, type ServiceOptions, unwrap } from '../service/service.ts'
import { externalId, type Finding } from './finding.ts'
import { type PendingFindings, removePending } from './pending-findings.ts'

/** Sends findings as observations; no transcript leaves the machine. */

type Body = paths['/observations']['post']['requestBody']['content']['application/json']
type Observation = NonNullable<Body['observations']>[number]

/** Observations of one request, which is as many as the service takes. */
const batchSize = 50
/** Longer names of folders are cut. */
const maxProjectLength = 200

/** The requests that send findings, as they are sent. */
function requestsFor(agentId: string, findings: readonly Finding[]): Body[] {
  const observations = [...new Map(findings.map((finding) => [externalId(finding), observationOf(finding)])).values()]
  return Array.from({ length: Math.ceil(observations.length / batchSize) }, (_, index) => ({
    agentId,
    observations: observations.slice(index * batchSize, (index + 1) * batchSize),
  }))
}

const observationOf = (finding: Finding): Observation => {
  const { statement, quote, kind, category, score, how, tool, session, at, project } = finding
  return {
    content: statement,
    sourceQuote: quote,
    kind,
    category,
    confidence: Math.round(score * 1000) / 1000,
    how,
    source: {
      type: 'session',
      tool,
      session,
      at,
      ...(project && { project: project.slice(-maxProjectLength).toWellFormed() }),
    },
    externalId: externalId(finding),
  }
}

const mostPlaces = 12
const mostSamples = 5

/**
 * Prints what would be sent, and returns the number of observations: the requests exactly as they are sent, or a summary
 * with counts by tool and project and the surest quotes.
 */
export function showRequests({ agent, address, findings }: PendingFindings, whole: boolean): number {
  const requests = requestsFor(agent, findings)
  const count = countObservations(requests)
  if (whole) {
    for (const body of requests) printNote(`POST ${address}/api/v1/observations\n${JSON.stringify(body, null, 2)}`)
  } else if (count > 0) {
    const distinct = [...new Map(findings.map((finding) => [externalId(finding), finding])).values()]
    for (const line of summaryOf(distinct)) printNote(line)
  }
  return count
}

/** Counts observations by tool and project, and quotes the surest of them. */
function summaryOf(findings: readonly Finding[]): string[] {
  const places = [...Map.groupBy(findings, ({ tool, project }) => JSON.stringify([tool, project])).values()].sort(
    (a, b) => b.length - a.length,
  )
  const surest = new Map(findings.toSorted((a, b) => b.score - a.score).map((finding) => [finding.quote, finding]))
  const sessionsOf = (some: readonly Finding[]) => String(new Set(some.map(({ session }) => session)).size)
  const more = places.slice(mostPlaces)
  return [
    ...table([
      ['tool', 'project', 'sessions', 'observations'],
      ...places
        .slice(0, mostPlaces)
        .map((some) => [some[0]!.tool, some[0]!.project ?? 'unknown', sessionsOf(some), String(some.length)]),
      ...(more.length > 0
        ? [['', `${pluralize(more.length, 'more project')}`, sessionsOf(more.flat()), String(more.flat().length)]]
        : []),
    ]),
    '',
    ...[...surest.values()]
      .slice(0, mostSamples)
      .map(({ quote, at }) => `  ${at.slice(0, 10)}  "${visibleLine(quote)}"`),
    ...(surest.size > mostSamples ? [`  and ${surest.size - mostSamples} more`] : []),
    '',
    'Each has a statement, its quote, the tool, the id and time of the session, and the project. --show prints all of it.',
  ]
}

const countObservations = (requests: readonly Body[]): number =>
  requests.reduce((sum, { observations = [] }) => sum + observations.length, 0)

export interface Sent {
  /** Observations that the service did not have. */
  created: number
  /** Observations that arrived. */
  count: number
}

/** The sentence about what was sent, with the command that reads it. */
export const describeSent = ({ created, count }: Sent, agents: readonly string[]): string =>
  [
    `Sent ${pluralize(count, 'observation')}, of which ${created} ${created === 1 ? 'is' : 'are'} new.`,
    ...(created > 0 ? agents.map((agent) => `"agent-identity discover ${shellWord(agent)}" reads them.`) : []),
  ].join(' ')

/**
 * Sends findings that wait on this machine, and removes what a service took. A request that is refused is reported, and
 * the others are sent; where there is no answer, the rest for this service waits.
 *
 * @throws an error when something still waits. Sending again stores nothing twice.
 */
export async function sendPending(targets: readonly PendingFindings[], options: ServiceOptions = {}): Promise<Sent> {
  const sent: Sent = { created: 0, count: 0 }
  let total = 0
  for (const target of targets) {
    const requests = requestsFor(target.agent, target.findings)
    total += countObservations(requests)
    await sendTo(target, requests, options, sent).catch((error: Error) =>
      printNote(`Sending to ${target.address} failed: ${error.message}`),
    )
  }
  const waiting = total - sent.count
  if (waiting > 0)
    throw new Error(
      `${pluralize(waiting, 'observation')} of ${total} did not arrive and ${waiting === 1 ? 'waits' : 'wait'} on this machine. "agent-identity sessions send" sends ${waiting === 1 ? 'it' : 'them'}, and "agent-identity sessions pending --clear" removes ${waiting === 1 ? 'it' : 'them'}.`,
    )
  return sent
}

/** @throws an error when the service gives no answer. */
async function sendTo(target: PendingFindings, requests: readonly Body[], options: ServiceOptions, sent: Sent) {
  if (requests.length === 0) return
  const { address } = target
  const service = await openService(address, chooseKey(options, destinationOf(address, options)))
  try {
    for (const [index, body] of requests.entries()) {
      const answer = await service.api.POST('/observations', { body })
      try {
        const { created, count } = await unwrap(Promise.resolve(answer))
        sent.created += created
        sent.count += count
        removePending(target, new Set(body.observations!.map(({ externalId }) => externalId!)))
      } catch (error) {
        printNote(`Request ${index + 1} of ${requests.length} failed: ${(error as Error).message}`)
      }
    }
  } finally {
    await service.close()
  }
}

/** The way by which the person named the address decides which key it may get. */
function destinationOf(address: string, options: ServiceOptions): Destination {
  const named = chooseDestination(options)
  if (named.address === address) return named
  return chooseDestination(address.startsWith('file:') ? { dataDir: fileURLToPath(address) } : { url: address })
}
