import { badRequest } from '../../base/errors.ts'
import type { TranscriptRequest } from '../../domain/language.ts'
import {
  assistantNames,
  humanNames,
  isCapitalized,
  isNumberedSpeaker,
  isOrdinaryWord,
  looksLikePerson,
  readLabel,
  type SpeakerLabel,
  speakerKey,
} from './speaker-labels.ts'

/** Decides which labels of a transcript name speakers: names that begin lines again and again. */

/** Where a code block begins, also right behind a label, and ends. */
const openingFence = /(?:^|:[*_]{0,3}\s{1,3})\s{0,3}(?:```|~~~)(?!.*(?:```|~~~))/
const hasFence = (line: string) => line.includes('```') || line.includes('~~~')
/** A bound for what the pattern looks ahead. */
const maxFenceLine = 500
const closingFence = /^\s*(?:```|~~~)/

/** The labels outside of code, by their lines, and how many lines that say something have none. */
function findLabels(lines: readonly string[]) {
  const lastFence = lines.findLastIndex((line) => closingFence.test(line))
  const found: [number, SpeakerLabel][] = []
  let unlabelled = 0
  let inCode = false
  for (const [at, line] of lines.entries()) {
    if (inCode) {
      inCode = !closingFence.test(line)
      continue
    }
    const label = readLabel(line)
    if (label) found.push([at, label])
    else if (line.trim() !== '') unlabelled++
    inCode = at < lastFence && hasFence(line) && openingFence.test(line.slice(0, maxFenceLine))
  }
  return { found, unlabelled }
}

/** A value rather than words, as in `retries: 3` and `host: db.local`. */
const isValue = (rest: string) => !/\S\s+\S/.test(rest)

/**
 * By line, the labels that name speakers: not those in code, nor the `Note:` of ordinary text.
 *
 * @throws 400 for a name that may be a speaker's as well as a part of the message before it, because the words must not be
 *   given to somebody else.
 */
export function speakerLabels(lines: readonly string[], request: TranscriptRequest): Map<number, SpeakerLabel> {
  const { found, unlabelled } = findLabels(lines)
  const counts = new Map<string, number>()
  for (const [, { key }] of found) counts.set(key, (counts.get(key) ?? 0) + 1)
  const agent = speakerKey(request.agent_name)
  const other = speakerKey(request.other_name)
  // A letter before a colon is an answer only where there are questions.
  const isAnswer = counts.has('q') && counts.has('a')
  const known = (key: string) =>
    key === agent ||
    key === other ||
    isNumberedSpeaker(key) ||
    ((humanNames.has(key) || assistantNames.has(key)) && (isAnswer || !/^[qa]$/.test(key)))
  const bothKnown =
    [agent, ...assistantNames].some((key) => counts.has(key) && known(key)) &&
    [...counts.keys()].some((key) => key !== agent && known(key) && !assistantNames.has(key))
  // Where messages carry times, a label without one is part of a message, and the other way round.
  const namesAnyone = found.some(([, { key }]) => known(key))
  const isTimed = found.some(([, { key, timed, sign }]) => timed && sign !== 'alone' && (known(key) || !namesAnyone))
  const isListed = found.every(([, { key, sign }]) => sign === 'list' || !known(key))
  const inBrackets = found.some(([, { key, sign }]) => sign === 'brackets' && (known(key) || counts.get(key)! > 1))
  /** Undefined for a name that is written in no usual way. */
  const isSpeaker = ({ key, name, timed, sign }: SpeakerLabel): boolean | undefined => {
    if (sign === 'brackets' && inBrackets) return true
    if (sign === 'alone') return known(key) || counts.get(key)! > 1
    if (timed !== isTimed || (sign === 'list' && !isListed)) return false
    if (isTimed || known(key)) return true
    if (isOrdinaryWord(key)) return false
    if (!isCapitalized(name)) return undefined
    return !bothKnown || counts.get(key)! > 1 || looksLikePerson(name)
  }
  const decided = new Map(found.map(([, label]) => [label, isSpeaker(label)] as const))
  const hasOther = found.some(([, label]) => decided.get(label) === true && label.key !== agent)
  const candidates = found.filter(([, label]) => decided.get(label) !== false)
  const [first] = candidates
  const again = namesAcrossTurns(candidates.map(([, { key }]) => key))
  return new Map(
    found.filter(([at, label]) => {
      const isCertain = decided.get(label)
      if (isCertain !== undefined) return isCertain
      const { key, name, rest } = label
      // Without it the first message would be nobody's, or the agent would talk to itself.
      if (again.has(key) || at === first?.[0] || !hasOther) return !isValue(rest) || counts.get(key)! > 1
      if (unlabelled > 0 || isValue(rest)) return false
      throw badRequest(
        `rawText must tell whether "${name}" in line ${at + 1} is a speaker: write a time before each name, or "- " before the line if it belongs to the message above`,
      )
    }),
  )
}

/** Keys that stand in the list twice with another one between. */
function namesAcrossTurns(keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const [at, key] of keys.entries()) {
    if (seen.has(key) && keys[at - 1] !== key) again.add(key)
    seen.add(key)
  }
  return again
}
