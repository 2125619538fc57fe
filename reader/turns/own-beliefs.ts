import { kindOf } from '#core/domain/kinds.ts'
import type { ExtractedObservation } from '#core/domain/language.ts'
import { topicsIn } from '#core/domain/similar/opposites.ts'
import { addressesModel } from '#core/domain/text/model-address.ts'
import { isQuotation } from '../sentences.ts'
import { featuresOf } from '../weights/features.ts'
import { dot, sigmoid } from '../weights/fit.ts'
import { beliefWeights, logOddsOf, sumsOf, type Weights } from '../weights/weights.ts'
import { wordsOf } from '../weights/words.ts'
import type { Form } from './content-form.ts'
import type { ContentSentence } from './content-sentences.ts'
import { ownCategoryOf } from './own-category.ts'
import { ownStatementOf } from './own-statement.ts'
import { isPlainHabit, isStatedDuty } from './stated-duty.ts'
import { isStatedHabit } from './stated-habit.ts'

/**
 * Least score by what the passages are from: the less of such text is about what its author believes, the more it
 * takes. Reviews, talk at length and what an agent says at work are mostly about the matter at hand.
 */
const thresholds: Readonly<Record<Form, number>> = {
  publication: 0.1,
  chat: 0.12,
  commit: 0.22,
  talk: 0.22,
  review: 0.45,
  work: 0.45,
}

/** A passage with more sentences is a speech, in which a sentence says little about its neighbors. */
export const maxShort = 3

const changesMind =
  /\b(?:changed my mind|from now on|no longer|any ?more|any longer|these days|going forward|i (?:quit|stopped) \w+ing)\b/i

/** The least score of a habit that states itself that it lasts: it counts everywhere but in reviews and at work. */
const habitScore = 0.22

/**
 * Reads the beliefs, habits and responsibilities that somebody states of themselves in the passages of a content item.
 */
export const readBeliefs = (passages: readonly ContentSentence[][], form: Form): ExtractedObservation[] =>
  passages
    .flatMap((passage) => rankBeliefs(beliefWeights(), passage))
    .map(({ sentence, score }) => {
      const isHabit = [isStatedHabit, isPlainHabit].some((matches) => matches(sentence.text, form))
      const isDuty = !isHabit && isStatedDuty(sentence.text, form)
      const isPlain = isHabit || isDuty
      return { ...sentence, isDuty, score: isPlain ? Math.max(score, habitScore) : score }
    })
    .filter(({ score }) => score >= thresholds[form])
    .map(({ text, quote, score, isDuty }) => {
      const statement = ownStatementOf(text)
      const named = ownCategoryOf(statement)
      const category = isDuty && named === 'principle' ? 'execution' : named
      return {
        statement,
        quote,
        confidence: score,
        kind: kindOf(category),
        category,
        ...(changesMind.test(text) && { ends: true }),
      }
    })

/** Ranks all sentences of a passage that may be beliefs, by other weights than those of the package too. */
export function rankBeliefs<Sentence extends ContentSentence>(
  weights: Weights,
  passage: readonly Sentence[],
): { sentence: Sentence; score: number }[] {
  const own = passage.filter(({ text }) => !isGuarded(text))
  const sums = (own.length > maxShort ? speechSums : sumsOf)(
    weights,
    own.map(({ text }) => text),
  )
  const order = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!)
  return order.map((at, rank) => ({
    sentence: own[at]!,
    // Most messages state one belief: further sentences count for less.
    score: sigmoid(logOddsOf(weights, sums[at]! - (own.length > maxShort ? 0 : rank))),
  }))
}

/** Brings the sentences of a speech, which are read alone, to the scale of both models (measured). */
const speechScale = 1.6
const speechSums = ({ sentence }: Weights, sentences: readonly string[]): number[] =>
  sentences.map((text) => speechScale * dot(featuresOf(text), sentence))

const question = /[?？]["'”’)\]]*$/u

/** More words are an argument; with fewer, or less than two topics, a sentence says nothing by itself. */
const maxWords = 60
const minWords = 4
const minTopics = 2

const isGuarded = (text: string): boolean =>
  wordsOf(text).length < minWords ||
  text.split(/\s+/).length > maxWords ||
  question.test(text) ||
  isQuotation(text) ||
  addressesModel(text) ||
  (topicsIn(text).size < minTopics && !/\p{Script=Han}{6}/u.test(text))
