import { gather, gatheredAtOnce, saidBriefly } from '../server/domain/gather.ts'
import type { Embedder, ExtractedObservation, LanguageEngine } from '../server/domain/language.ts'
import { surveyConfidence } from '../server/domain/observations.ts'
import { SignalIndex } from '../server/domain/signal-index.ts'
import {
  countsAt,
  defaultPromotionSettings,
  type EmbeddedObservation,
  isPromotable,
  type Score,
  scoreSignal,
} from '../server/domain/signals.ts'
import { joinedSimilarity } from '../server/domain/similarity-thresholds.ts'
import type { Engine } from './engine.ts'
import type { LabelledAgent, LabelledItem } from './labels.ts'

/** All dates of the set are counted back from here, so that the figures do not depend on the day. */
const now = Date.parse('2026-01-01T00:00:00Z')
const dayMs = 24 * 60 * 60 * 1000

/** The organization to which an engine charges its cost. */
const asker = { org_id: 'evaluation' }

export type Seen = ExtractedObservation & { surveyed?: boolean } & { item: LabelledItem; signal_id: string }
type BySignal = Map<string, { seen: Seen; embedded: EmbeddedObservation }[]>
export type Signal = Score & { id: string; observations: Seen[]; promoted: boolean }

/** Discovery as the service runs it, without its database: observe, embed, cluster, gather, score, promote. */
export const discover = async ({ language, embedder }: Engine, agent: LabelledAgent): Promise<Signal[]> => {
  const index = new SignalIndex(language.sameMeaning ? undefined : embedder.joining)
  const bySignal: BySignal = new Map()
  const items = agent.items.toSorted((a, b) => b.days_ago - a.days_ago)
  const observed = await language.observe(
    items.map((item) => ({ ...item, agent_name: agent.name })),
    asker,
  )
  for (const { place, observation } of await surveyed(language, items)) observed[place]!.push(observation)
  for (const [place, item] of items.entries()) {
    const observations = observed[place]!
    const embeddings = await embedder.embed(observations.map((observation) => observation.statement))
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
        rescale: embedder.rescale,
        newId: () => `signal-${bySignal.size + 1}`,
        judge: language.sameMeaning && ((a, b) => language.sameMeaning!(a, b, asker)),
      })
      const opposed = observation.ends ? index.opposed(embedded, embedder.rescale) : undefined
      for (const member of bySignal.get(opposed ?? '') ?? []) member.embedded.live = false
      const members = bySignal.get(signal_id) ?? []
      bySignal.set(signal_id, members)
      members.push({ seen: { ...observation, item, signal_id }, embedded })
    }
  }
  if (!language.sameMeaning) await gatherSignals(embedder, bySignal)
  return [...bySignal].map(([id, members]) => {
    const score = scoreSignal(
      members.map((member) => member.embedded),
      {
        now,
        decayRate: defaultPromotionSettings.decay_rate,
        rescale: embedder.rescale,
        ...(embedder.joining && !language.sameMeaning && { least: joinedSimilarity }),
      },
    )
    const observations = members.map((member) => member.seen)
    return { ...score, id, observations, promoted: isPromotable(score, defaultPromotionSettings) }
  })
}

/** Puts together the signals of what was said in short messages. */
async function gatherSignals({ embed, joining }: Embedder, bySignal: BySignal): Promise<void> {
  if (!joining) return
  const talk = [...bySignal].flatMap(([signal_id, members]) =>
    members
      .filter(({ seen, embedded }) => embedded.live && !seen.gives_up && seen.item.source_type === 'conversation')
      .map(({ seen: { kind, statement, quote, brief = false }, embedded: { content_item_id, published_at } }) => {
        return { signal_id, kind, statement, quote, brief, content_item_id, published_at }
      }),
  )
  const newest = talk.toSorted((a, b) => b.published_at.localeCompare(a.published_at)).slice(0, gatheredAtOnce)
  const brief = saidBriefly(newest)
  const vectors = await embed(brief.map(({ quote }) => quote))
  const said = brief.map((one, at) => {
    const words = joining.words && [joining.words.embed(one.quote)]
    return { ...one, vectors: [vectors[at]!, ...(words ?? [])] }
  })
  for (const ofKind of Map.groupBy(said, ({ kind }) => kind).values()) {
    const signals = [...Map.groupBy(ofKind, ({ signal_id }) => signal_id)].map(([id, said]) => {
      return { id, said, promoted: false, size: bySignal.get(id)!.filter(({ embedded }) => embedded.live).length }
    })
    for (const { from, into } of gather(signals.toSorted((a, b) => Number(a.id.slice(7)) - Number(b.id.slice(7))))) {
      const members = [...bySignal.get(into)!, ...bySignal.get(from)!]
      bySignal.set(
        into,
        members.toSorted((a, b) => a.embedded.published_at.localeCompare(b.embedded.published_at)),
      )
      bySignal.delete(from)
    }
  }
}

/** What the commits show together, as observations of each of them. */
async function surveyed(language: LanguageEngine, items: readonly LabelledItem[]) {
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
    asker,
  )
  return findings.flatMap(({ kind, category, statement, evidence }) =>
    evidence.map(({ commit, quote }) => ({
      place: commits[commit]![0],
      observation: { kind, category, statement, quote, confidence: surveyConfidence, surveyed: true },
    })),
  )
}
