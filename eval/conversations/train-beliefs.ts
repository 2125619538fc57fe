import { contentPassages } from '../../server/builtin/reader/content-sentences.ts'
import { featuresOf } from '../../server/builtin/reader/features.ts'
import { maxShort, rankBeliefs } from '../../server/builtin/reader/own-beliefs.ts'
import { decodeWeights, encodeWeights, type Weights } from '../../server/builtin/reader/weights.ts'
import type { LabelledAgent } from '../labels.ts'
import { overlap } from '../metrics.ts'
import type { Mirrors } from '../mirrors.ts'
import { calibrate } from '../sessions/calibrate.ts'
import type { Ranked } from '../sessions/score.ts'
import { type Example, fitModel } from '../sessions/train.ts'
import { backend } from '../tuning/backend.ts'
import { supportLead } from '../tuning/support-lead.ts'
import { technicalWriter } from '../tuning/technical-writer.ts'
import { readChats } from './chats.ts'
import { readPlanted, readReal } from './spoken.ts'

/** A passage with what is known of its sentences. */
interface Passage {
  /** Texts of one author or group of people are left out together. */
  group: string
  weight: number
  sentences: { text: string; quote: string; isBelief: boolean }[]
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

const passagesOf = (agent: LabelledAgent, group: string, weight = 1): Passage[] =>
  agent.items.flatMap((item) =>
    contentPassages({ ...item, agent_name: agent.name }).map((sentences) => ({
      group,
      weight,
      sentences: sentences.map((sentence) => ({
        ...sentence,
        isBelief: item.labels.some(({ quote }) => overlap(quote, sentence.quote)),
      })),
    })),
  )

/** Other sentences of a message with a belief say less against themselves than those of a message without one. */
const besideWeight = 0.3

/** Fits both models and rounds them as the packaged file does: that of messages on short ones alone. */
function train(passages: readonly Passage[], calibration: Weights['calibration'] = [1, 0]): Weights {
  const short = passages.filter(({ sentences }) => sentences.length <= maxShort)
  const turn = fitModel(
    short.map(({ sentences, weight }): Example => {
      const text = sentences.map((sentence) => sentence.text).join('\n')
      return { row: featuresOf(text), isRule: sentences.some(({ isBelief }) => isBelief), weight }
    }),
  )
  const sentence = fitModel(
    passages.flatMap(({ sentences, weight }) => {
      const isShort = sentences.length <= maxShort
      const beside = sentences.some(({ isBelief }) => isBelief)
        ? isShort
          ? besideWeight
          : 1
        : 1 / Math.sqrt(sentences.length)
      return sentences.map(({ text, isBelief }): Example => {
        return { row: featuresOf(text), isRule: isBelief, weight: weight * (isBelief ? 1 : beside) }
      })
    }),
  )
  return decodeWeights(encodeWeights({ turn, sentence, calibration }))
}

type WeighedRank = Ranked & { weight: number }

/** Weights of all passages, calibrated on groups that were left out, with what was read in these. */
export function trainBeliefs(passages: readonly Passage[]): { weights: Weights; read: Map<string, WeighedRank[]> } {
  const read = new Map<string, WeighedRank[]>()
  for (const author of new Set(passages.map(({ group }) => authorOf(group)))) {
    const weights = train(passages.filter(({ group }) => authorOf(group) !== author))
    for (const passage of passages.filter(({ group }) => authorOf(group) === author)) {
      const ranked = rankBeliefs(weights, passage.sentences).map(({ sentence, score }) => ({
        score,
        isRight: (sentence as Passage['sentences'][number]).isBelief,
        weight: passage.weight,
      }))
      read.set(passage.group, [...(read.get(passage.group) ?? []), ...ranked])
    }
  }
  return { weights: train(passages, calibrate([...read.values()].flat())), read }
}

const authorOf = (group: string) => group.split(',')[0]!
