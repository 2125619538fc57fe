import type { ExtractedObservation, LanguageEngine } from '#core/domain/language.ts'
import { surveyConfidence } from '#core/domain/similar/observations.ts'
import { SignalIndex } from '#core/domain/similar/signal-index.ts'
import {
  countsAt,
  defaultPromotionSettings,
  type EmbeddedObservation,
  isPromotable,
  type Score,
  scoreSignal,
} from '#core/domain/similar/signals.ts'
import type { Engine } from './engine.ts'
import type { LabeledAgent, LabeledItem } from './labels.ts'

/** All dates of the set are counted back from here, so that the figures do not depend on the day. */
const now = Date.parse('2026-01-01T00:00:00Z')
const dayMs = 24 * 60 * 60 * 1000

/** The organization to which an engine charges its cost. */
const requester = { org_id: 'evaluation' }

export type Seen = ExtractedObservation & { surveyed?: boolean } & { item: LabeledItem; signal_id: string }
type BySignal = Map<string, { seen: Seen; embedded: EmbeddedObservation }[]>
export type Signal = Score & { id: string; observations: Seen[]; promoted: boolean }

/** Discovery as the service runs it, without its database: observe, embed, cluster, score, promote. */
export const discover = async ({ language, embedder }: Engine, agent: LabeledAgent): Promise<Signal[]> => {
  const index = new SignalIndex()
  const bySignal: BySignal = new Map()
  const items = agent.items.toSorted((a, b) => b.days_ago - a.days_ago)
  const readings = await language.observe(
    items.map((item) => ({ ...item, agent_name: agent.name })),
    requester,
  )
  const observed = readings.map((reading) => ('failure' in reading ? [] : reading))
  for (const { item, observation } of await surveyed(language, items)) observed[item]!.push(observation)
  for (const [at, item] of items.entries()) {
    const observations = observed[at]!
    const embeddings = await embedder.embed(observations.map((observation) => observation.statement))
    for (const [nth, observation] of observations.entries()) {
      const embedded: EmbeddedObservation = {
        ...observation,
        id: `${item.id}/${nth}`,
        content_item_id: item.id,
        embedding: embeddings[nth]!,
        published_at: new Date(now - item.days_ago * dayMs).toISOString(),
        live: true,
        session: item.session ?? null,
        explicit: observation.how === 'explicit',
        inConversation: item.source_type === 'conversation',
      }
      const { signal_id } = await index.assign(embedded, {
        rescale: embedder.rescale,
        newId: () => `signal-${bySignal.size + 1}`,
        judge: language.sameMeaning && ((a, b) => language.sameMeaning!(a, b, requester)),
        shareWords: embedder.shareWords,
      })
      const opposed = observation.ends ? index.opposed(embedded, embedder.rescale) : undefined
      for (const member of bySignal.get(opposed ?? '') ?? []) member.embedded.live = false
      const members = bySignal.get(signal_id) ?? []
      bySignal.set(signal_id, members)
      members.push({ seen: { ...observation, item, signal_id }, embedded })
    }
  }
  return [...bySignal].map(([id, members]) => {
    const score = scoreSignal(
      members.map((member) => member.embedded),
      {
        now,
        decayRate: defaultPromotionSettings.decay_rate,
        rescale: embedder.rescale,
      },
    )
    const observations = members.map((member) => member.seen)
    return { ...score, id, observations, promoted: isPromotable(score, defaultPromotionSettings) }
  })
}

/** Patterns across the commits, as observations of each of them. */
async function surveyed(language: LanguageEngine, items: readonly LabeledItem[]) {
  const commits = [...items.entries()].filter(([, { source_type }]) => source_type === 'github_commit').reverse()
  if (commits.length === 0) return []
  const findings = await language.survey(
    commits.map(([, { content, days_ago, repository = 'acme/shop', paths = [], trailers = [] }]) => ({
      repository,
      content,
      paths,
      trailers,
      weight: countsAt(-commits[0]![1].days_ago * dayMs, -days_ago * dayMs, defaultPromotionSettings.decay_rate),
    })),
    requester,
  )
  return findings.flatMap(({ kind, category, statement, evidence }) =>
    evidence.map(({ commit, quote }) => ({
      item: commits[commit]![0],
      observation: { kind, category, statement, quote, confidence: surveyConfidence, surveyed: true },
    })),
  )
}
