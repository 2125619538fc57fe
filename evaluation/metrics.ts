import { defaultPromotionSettings } from '#core/domain/similar/signals.ts'
import { quoteFinder } from '#core/domain/text/untrusted-text.ts'
import type { LabeledAgent, Pattern } from './labels.ts'
import type { Seen, Signal } from './pipeline.ts'

export type Result = { agent: LabeledAgent; signals: Signal[] }

const collapsed = (text: string) => text.replace(/\s+/g, ' ').trim()
export const overlap = (a: string, b: string) =>
  collapsed(a).includes(collapsed(b)) || collapsed(b).includes(collapsed(a))

/** The labeled pattern that matches an observation: its sentence, kind and category agree; otherwise undefined. */
export const patternOf = (agent: LabeledAgent, seen: Seen): Pattern | undefined =>
  seen.item.labels
    .filter((label) => overlap(label.quote, seen.quote))
    .map((label) => agent.patterns.find((pattern) => pattern.id === label.pattern)!)
    .find((pattern) => pattern.kind.includes(seen.kind) && pattern.categories.includes(seen.category))

/** The pattern that a signal stands for: more than half of its observations match it. */
export const patternOfSignal = (agent: LabeledAgent, signal: Signal): Pattern | undefined => {
  const found = signal.observations.map((seen) => patternOf(agent, seen))
  return agent.patterns.find((pattern) => found.filter((one) => one === pattern).length * 2 > found.length)
}

/** Patterns that enough items carry to be promoted. */
export const recurring = (agent: LabeledAgent): Pattern[] =>
  agent.patterns.filter(
    (pattern) =>
      !pattern.ended &&
      agent.items.filter((item) => item.labels.some((label) => label.pattern === pattern.id)).length >=
        defaultPromotionSettings.min_n_count,
  )

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
const mean = (values: number[]) =>
  share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  )

/** Every figure is between 0 and 1, over all agents of the results together. */
export const measure = (results: Result[]) => {
  const seen = results.flatMap(({ agent, signals }) =>
    signals.flatMap((signal) =>
      signal.observations.map((observation) => ({
        ...observation,
        signal: `${agent.name} ${signal.id}`,
        pattern: patternOf(agent, observation) && `${agent.name} ${patternOf(agent, observation)!.id}`,
      })),
    ),
  )
  const labeled = results.flatMap(({ agent }) =>
    agent.items.flatMap((item) => [
      ...new Set(item.labels.map((label) => `${item.id} ${agent.name} ${label.pattern}`)),
    ]),
  )
  const right = seen.filter((observation) => observation.pattern !== undefined)
  const found = new Set(right.map((observation) => `${observation.item.id} ${observation.pattern}`))

  const promoted = results.flatMap(({ agent, signals }) =>
    signals.filter((signal) => signal.promoted).map((signal) => ({ agent, pattern: patternOfSignal(agent, signal) })),
  )
  const wanted = results.flatMap(({ agent }) => recurring(agent))
  const reached = new Set(
    promoted.map(({ pattern }) => pattern).filter((pattern) => pattern !== undefined && !pattern.ended),
  )

  return {
    'extraction precision': share(right.length, seen.length),
    'extraction recall': share(labeled.filter((label) => found.has(label)).length, labeled.length),
    'literal quotes': share(seen.filter((one) => quoteFinder(one.item.content)(one.quote)).length, seen.length),
    'clustering B-cubed F1': bCubed(right.map(({ signal, pattern }) => [signal, pattern!])),
    // A second signal for the same pattern is counted as wrong: a person would have to reject it.
    'promotion precision': share(reached.size, promoted.length),
    'promotion recall': share(wanted.filter((pattern) => reached.has(pattern)).length, wanted.length),
    'junk rate': share(seen.filter((one) => one.item.labels.length === 0).length, seen.length),
  }
}

/** B-cubed F1 of (cluster, class) pairs (Bagga and Baldwin 1998). */
export const bCubed = (pairs: [cluster: string, gold: string][]): number => {
  const counts = new Map<string, number>()
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const [cluster, gold] of pairs) {
    count(`cluster ${cluster}`)
    count(`gold ${gold}`)
    count(`both ${cluster} ${gold}`)
  }
  const ratio = (cluster: string, gold: string, of: string) => counts.get(`both ${cluster} ${gold}`)! / counts.get(of)!
  const precision = mean(pairs.map(([cluster, gold]) => ratio(cluster, gold, `cluster ${cluster}`)))
  const recall = mean(pairs.map(([cluster, gold]) => ratio(cluster, gold, `gold ${gold}`)))
  return share(2 * precision * recall, precision + recall)
}
