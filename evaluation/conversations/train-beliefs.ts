import { type ContentSentence, contentPassages } from '#reader/turns/content-sentences.ts'
import { maxShort, rankBeliefs } from '#reader/turns/own-beliefs.ts'
import { featuresOf } from '#reader/weights/features.ts'
import type { Weights } from '#reader/weights/weights.ts'
import { backend } from '../data/tuning/backend.ts'
import { supportLead } from '../data/tuning/support-lead.ts'
import { technicalWriter } from '../data/tuning/technical-writer.ts'
import { besideWeight, calibrate, type Example, fitWeights, type TrainingText } from '../fit-weights.ts'
import type { LabeledAgent } from '../labels.ts'
import { overlap } from '../metrics.ts'
import type { Mirrors } from '../mirrors.ts'
import type { Ranked } from '../ranking.ts'
import { readChats } from './chats.ts'
import { readPlanted, readReal } from './spoken.ts'

/** A passage with the labels of its sentences. */
interface Passage extends TrainingText {
  /** Texts of one author or group of people are left out together. */
  group: string
  weight: number
  labeled: (ContentSentence & { isBelief: boolean })[]
}

const realGroups = 4
/** Long talk has 20 times as many sentences as all other sets. */
const realWeight = 0.5

/** The passages of all tuning halves: planted talk of three authors, items written by hand, real talk. */
export async function readPassages(mirrors: Mirrors): Promise<Passage[]> {
  const planted = ['tuning', 'strangers-tuning', 'second-strangers-tuning', 'sentences'] as const
  const read = planted.map(async (set) =>
    (await readPlanted(set)).flatMap(({ agent, language }) =>
      passagesOf(agent, `${set}, ${language === 'en' ? 'English' : 'other languages'}`),
    ),
  )
  const written = [backend, supportLead, technicalWriter].flatMap((agent) => passagesOf(agent, 'written by hand'))
  const real = (await readReal('tuning', mirrors)).flatMap(({ agent }, at) =>
    passagesOf(agent, `real talk ${at % realGroups}`, realWeight),
  )
  // Agents at work announce the next step, which is no belief: labels of these chats are about the people alone.
  const atWork = (await readChats('tuning', mirrors)).flatMap(({ agent }) =>
    passagesOf(agent, 'agents at work', realWeight),
  )
  return [...(await Promise.all(read)).flat(), ...written, ...real, ...atWork]
}

const passagesOf = (agent: LabeledAgent, group: string, weight = 1): Passage[] =>
  agent.items.flatMap((item) =>
    contentPassages({ ...item, agent_name: agent.name }).map((passage) => {
      const labeled = passage.map((sentence) => ({
        ...sentence,
        isBelief: item.labels.some(({ quote }) => overlap(quote, sentence.quote)),
      }))
      return { group, weight, labeled, ...prepare(labeled, weight) }
    }),
  )

/** The model of passages is fitted on short ones alone. */
function prepare(labeled: Passage['labeled'], weight: number): TrainingText {
  const isShort = labeled.length <= maxShort
  const hasBelief = labeled.some(({ isBelief }) => isBelief)
  const otherWeight = !hasBelief ? 1 / Math.sqrt(labeled.length) : isShort ? besideWeight : 1
  const row = featuresOf(labeled.map(({ text }) => text).join('\n'))
  return {
    whole: isShort ? [{ row, isPositive: hasBelief, weight }] : [],
    sentences: labeled.map(({ text, isBelief }): Example => {
      return { row: featuresOf(text), isPositive: isBelief, weight: weight * (isBelief ? 1 : otherWeight) }
    }),
  }
}

type WeighedRank = Ranked & { weight: number }

/** Weights of all passages, calibrated on groups that were left out, with what was read in these. */
export function trainBeliefs(passages: readonly Passage[]): { weights: Weights; read: Map<string, WeighedRank[]> } {
  const read = new Map<string, WeighedRank[]>()
  for (const author of new Set(passages.map(({ group }) => authorOf(group)))) {
    const weights = fitWeights(passages.filter(({ group }) => authorOf(group) !== author))
    for (const passage of passages.filter(({ group }) => authorOf(group) === author)) {
      const ranked = rankBeliefs(weights, passage.labeled).map(({ sentence, score }) => ({
        score,
        isRight: sentence.isBelief,
        weight: passage.weight,
      }))
      read.set(passage.group, [...(read.get(passage.group) ?? []), ...ranked])
    }
  }
  return { weights: fitWeights(passages, calibrate([...read.values()].flat())), read }
}

const authorOf = (group: string) => group.split(',')[0]!
