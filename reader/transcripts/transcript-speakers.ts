import { badRequest } from '#core/base/errors.ts'
import type { TranscriptRequest } from '#core/domain/language.ts'
import { type KnownNames, knownNames } from './known-names.ts'
import { readLabel, type SpeakerLabel } from './speaker-labels.ts'
import { type Chat, isCertain, isValue, type Names, speakerRules } from './speaker-rules.ts'
import { isCapitalized, isOrdinaryWord } from './speaker-words.ts'

/** Decides which labels of a transcript name speakers: names that begin lines again and again. */

/** Where a code block begins, also right behind a label, and ends. */
const openingFence = /(?:^|:[*_]{0,3}\s{1,3})\s{0,3}(?:```|~~~)(?!.*(?:```|~~~))/
const hasFence = (line: string) => line.includes('```') || line.includes('~~~')
/** A bound for what the pattern looks ahead. */
const maxFenceLine = 500
const closingFence = /^\s*(?:```|~~~)/

interface LabeledLine {
  at: number
  label: SpeakerLabel
}

/** The labels outside of code, and how many lines that say something have none. */
function findLabels(lines: readonly string[]) {
  const lastFence = lines.findLastIndex((line) => closingFence.test(line))
  const found: LabeledLine[] = []
  let unlabelled = 0
  let inCode = false
  for (const [at, line] of lines.entries()) {
    if (inCode) {
      inCode = !closingFence.test(line)
      continue
    }
    const label = readLabel(line)
    if (label) found.push({ at, label })
    if (line.trim() !== '' && (!label || label.sign === 'loose')) unlabelled++
    inCode = at < lastFence && hasFence(line) && openingFence.test(line.slice(0, maxFenceLine))
  }
  return { found, unlabelled }
}

/**
 * By line, the labels that name speakers: not those in code, nor the `Note:` of ordinary text.
 *
 * @throws 400 for a name that may be a speaker's as well as a part of the message before it,
 * because the words must not be
 *   given to somebody else.
 */
export function speakerLabels(lines: readonly string[], request: TranscriptRequest): Map<number, SpeakerLabel> {
  const judged = judgeLabels(lines, request)
  const doubted = judged.find(({ rule }) => rule.verdict === 'doubt')
  if (doubted)
    throw badRequest(
      `rawText must tell whether "${doubted.label.name}" in line ${doubted.at + 1} is a speaker: write a time before each name, or "- " before the line if it belongs to the message above`,
    )
  return new Map(judged.flatMap(({ at, label, rule }) => (rule.verdict === 'speaker' ? [[at, label]] : [])))
}

/** The labels that may name speakers, each with the rule that decides about it. */
export function judgeLabels(lines: readonly string[], request: TranscriptRequest) {
  const { found, unlabelled } = findLabels(lines)
  const counts = new Map<string, number>()
  for (const { label } of found) counts.set(label.key, (counts.get(label.key) ?? 0) + 1)
  const known = knownNames([...counts.keys()], request)
  const usual = inUsualForm(found, known, counts)
  const again = namesAcrossTurns(usual.map(({ label }) => label.key))
  const inForm = withOtherForms(found, usual, known, again)
  const labels = inForm.map(({ label }) => label)
  const others = usual.some(({ label }) => again.has(label.key) && !known.isAgent(label.key))
  const chat = readChat(labels, unlabelled, {
    known,
    again,
    talks: new Set(labels.flatMap(({ key, rest }) => (isValue(rest) && rest !== '' ? [] : [key]))),
    isStray: (key) => known.isRole(key) && counts.get(key) === 1 && others,
  })
  return inForm.map((one) => ({ ...one, rule: speakerRules.find(({ when }) => when(one.label, chat))! }))
}

/** Who speaks in the transcript, by the labels that are certain and by the first one. */
function readChat(labels: readonly SpeakerLabel[], unlabelled: number, names: Names): Chat {
  const { known, again } = names
  const isSide = (label: SpeakerLabel, isAgent: boolean) =>
    isCertain(label, names) && known.isAgent(label.key) === isAgent
  const hasBoth = labels.some((label) => isSide(label, true)) && labels.some((label) => isSide(label, false))
  const mayBeOther = ({ key, name, sign }: SpeakerLabel) =>
    !known.isAgent(key) && sign !== 'loose' && !isOrdinaryWord(key) && isCapitalized(name)
  const hasOther = hasBoth || labels.some(mayBeOther)
  const hasAgent = labels.some(({ key }) => known.isAgent(key))
  const isHead = ({ key, rest }: SpeakerLabel) => isOrdinaryWord(key) && (!hasAgent || isValue(rest))
  const [first] = labels
  const opens = first && (again.has(first.key) || (!hasOther && !isHead(first))) ? first.key : undefined
  return { ...names, hasBoth, hasOther, opens, unlabelled }
}

/** The labels that are written like those of the known speakers: with or without times, brackets, stars and so on. */
function inUsualForm(found: readonly LabeledLine[], known: KnownNames, counts: ReadonlyMap<string, number>) {
  const isKnown = ({ label }: LabeledLine) => known.isSpeaker(label.key)
  const namesAnyone = found.some(isKnown)
  // Where messages carry times, a label without one is part of a message, and the other way round.
  const isTimed = found.some((one) => one.label.timed && one.label.sign !== 'alone' && (isKnown(one) || !namesAnyone))
  const special = ['list', 'bold', 'heading', 'indented'] as const
  const usual = new Set(special.filter((sign) => found.every((one) => one.label.sign === sign || !isKnown(one))))
  const inBrackets = found.some(
    (one) => one.label.sign === 'brackets' && (isKnown(one) || counts.get(one.label.key)! > 1),
  )
  return found.filter((one) => {
    const { key, timed, sign } = one.label
    if (sign === 'brackets') return inBrackets
    if (sign === 'alone') return isKnown(one) || counts.get(key)! > 1
    if (timed !== isTimed) return false
    return !special.some((each) => each === sign && !usual.has(each))
  })
}

/**
 * Adds labels in another form of somebody who never speaks in the usual one, if nobody else answers the agent, and a
 * first label whose name follows in the usual form.
 */
function withOtherForms(
  found: readonly LabeledLine[],
  usual: readonly LabeledLine[],
  known: KnownNames,
  again: ReadonlySet<string>,
): LabeledLine[] {
  if (found.length === usual.length) return [...usual]
  const names = new Set(usual.map(({ label }) => label.key))
  const isAnswered = usual.some(({ label: { key } }) => !known.isAgent(key) && (known.isSpeaker(key) || again.has(key)))
  const repeated = namesAcrossTurns(found.map(({ label }) => label.key))
  const kept = new Set(usual)
  return found.filter((one, index) => {
    const { key, sign } = one.label
    if (kept.has(one)) return true
    if (sign === 'loose' || sign === 'brackets' || sign === 'alone' || known.isAgent(key)) return false
    return names.has(key) ? index === 0 && repeated.has(key) : !isAnswered && repeated.has(key)
  })
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
