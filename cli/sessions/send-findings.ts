import type { paths } from '../../clients/typescript/src/index.ts'
import { pluralize, printNote } from '../output.ts'
import { type Service, unwrap } from '../service.ts'
import { externalId, type Finding } from './finding.ts'

/** Sends findings as observations; no transcript leaves the machine. */

type Body = paths['/observations']['post']['requestBody']['content']['application/json']
type Observation = NonNullable<Body['observations']>[number]

/** Observations of one request, which is as many as the service takes. */
const batchSize = 50
/** Longer names of folders are cut. */
const maxProjectLength = 200

/** The requests that send findings, as they are sent. */
export function requestsFor(agentId: string, findings: readonly Finding[]): Body[] {
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
    ...{ sourceQuote: quote, kind, category, confidence: Math.round(score * 1000) / 1000, how },
    source: { type: 'session', tool, session, at, ...(project && { project: project.slice(-maxProjectLength) }) },
    externalId: externalId(finding),
  }
}

export interface Sent {
  /** Observations that the service did not have. */
  created: number
  /** Observations that arrived. */
  count: number
}

/**
 * Sends the requests one after the other; one that fails is reported, and the others are sent.
 *
 * @throws an error when a request failed. Sending again does not repeat what arrived.
 */
export async function send({ api }: Service, requests: readonly Body[]): Promise<Sent> {
  const sent: Sent = { created: 0, count: 0 }
  let failed = 0
  for (const [index, body] of requests.entries()) {
    try {
      const { created, count } = await unwrap(api.POST('/observations', { body }))
      sent.created += created
      sent.count += count
    } catch (error) {
      failed++
      printNote(`Request ${index + 1} of ${requests.length} failed: ${(error as Error).message}`)
    }
  }
  if (failed > 0)
    throw new Error(
      `${pluralize(failed, 'request')} of ${requests.length} failed; ${pluralize(sent.count, 'observation')} arrived. Send again: none is stored twice.`,
    )
  return sent
}
