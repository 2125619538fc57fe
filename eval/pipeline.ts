import type { ExtractedObservation } from '../server/domain/language.ts'
import {
  defaultPromotionSettings,
  type EmbeddedObservation,
  isPromotable,
  type Score,
  SignalIndex,
  scoreSignal,
} from '../server/domain/signals.ts'
import type { Engine } from './engine.ts'
import type { LabelledAgent, LabelledItem } from './labels.ts'

/** All dates of the set are counted back from here, so that the figures do not depend on the day. */
export const now = Date.parse('2026-01-01T00:00:00Z')
const dayMs = 24 * 60 * 60 * 1000

export type Seen = ExtractedObservation & { item: LabelledItem; signal_id: string }
export type Signal = Score & { id: string; observations: Seen[]; promoted: boolean }

/** Discovery as the service runs it, without its database: observe, embed, cluster, score, promote. */
export const discover = async (engine: Engine, agent: LabelledAgent): Promise<Signal[]> => {
  const index = new SignalIndex()
  const bySignal = new Map<string, { seen: Seen; embedded: EmbeddedObservation }[]>()
  for (const item of agent.items.toSorted((a, b) => b.days_ago - a.days_ago)) {
    const observations = await engine.observe({ ...item, agent_name: agent.name })
    const embeddings = await engine.embed(observations.map((observation) => observation.statement))
    for (const [at, observation] of observations.entries()) {
      const embedded: EmbeddedObservation = {
        ...observation,
        id: `${item.id}/${at}`,
        content_item_id: item.id,
        embedding: embeddings[at]!,
        published_at: new Date(now - item.days_ago * dayMs).toISOString(),
        live: true,
      }
      const { signal_id } = await index.assign(embedded, {
        rescale: engine.rescale,
        newId: () => `signal-${bySignal.size + 1}`,
        judge: engine.judge,
      })
      const members = bySignal.get(signal_id) ?? []
      bySignal.set(signal_id, members)
      members.push({ seen: { ...observation, item, signal_id }, embedded })
    }
  }
  return [...bySignal].map(([id, members]) => {
    const score = scoreSignal(
      members.map((member) => member.embedded),
      { now, decayRate: defaultPromotionSettings.decay_rate, rescale: engine.rescale },
    )
    const observations = members.map((member) => member.seen)
    return { ...score, id, observations, promoted: isPromotable(score, defaultPromotionSettings) }
  })
}
