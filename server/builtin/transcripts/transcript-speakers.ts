import { badRequest } from '../../base/errors.ts'
import type { TranscriptRequest } from '../../domain/language.ts'
import { isShortFor, phoneNumber, speakerKey } from './speaker-keys.ts'
import { readLabel, type SpeakerLabel } from './speaker-labels.ts'
import {
  assistantNames,
  humanNames,
  isCapitalized,
  isNumberedSpeaker,
  isOrdinaryWord,
  isUtterance,
  looksLikePerson,
} from './speaker-words.ts'

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

/** A value rather than words, as in `retries: 3` and `host: db.local`. */
const isValue = (rest: string) => !/\S\s+\S/.test(rest) && !isUtterance(rest)

/**
 * By line, the labels that name speakers: not those in code, nor the `Note:` of ordinary text.
 *
 * @throws 400 for a name that may be a speaker's as well as a part of the message before it, because the words must not be
 *   given to somebody else.
 */
export function speakerLabels(lines: readonly string[], request: TranscriptRequest): Map<number, SpeakerLabel> {
  const { found, unlabelled } = findLabels(lines)
  const counts = new Map<string, number>()
  for (const { label } of found) counts.set(label.key, (counts.get(label.key) ?? 0) + 1)
  const known = knownNames([...counts.keys()], request)
  const usual = inUsualForm(found, known, counts)
  const again = namesAcrossTurns(usual.map(({ label }) => label.key))
  const inForm = withOtherForms(found, usual, known, again)
  const [first] = inForm
  /** A name by itself: known, repeated, or written as names are; a later one may be a part of a message. */
  const isCertain = ({ key, name, timed, sign }: SpeakerLabel) =>
    phoneNumber.test(name) ||
    (known.isSpeaker(key) && !isStray(key)) ||
    (sign === 'loose' ? isPersonWithMore(name) && (timed || again.has(key)) : timed || sign === 'brackets') ||
    (!isOrdinaryWord(key) && sign !== 'loose' && again.has(key) && talks.has(key))
  const talks = new Set(inForm.flatMap(({ label: { key, rest } }) => (isValue(rest) && rest !== '' ? [] : [key])))
  /** `User: root` in a chat of others. */
  const isStray = (key: string) =>
    known.isRole(key) &&
    counts.get(key) === 1 &&
    usual.some(({ label }) => again.has(label.key) && !known.isAgent(label.key))
  const isSide = (label: SpeakerLabel, isAgent: boolean) => isCertain(label) && known.isAgent(label.key) === isAgent
  const hasBoth = inForm.some(({ label }) => isSide(label, true)) && inForm.some(({ label }) => isSide(label, false))
  const hasOther =
    hasBoth ||
    inForm.some(
      ({ label: { key, name, sign } }) =>
        !known.isAgent(key) && sign !== 'loose' && !isOrdinaryWord(key) && isCapitalized(name),
    )
  const hasAgent = inForm.some(({ label }) => known.isAgent(label.key))
  const isHead = ({ key, rest }: SpeakerLabel) => isOrdinaryWord(key) && (!hasAgent || isValue(rest))
  // Without it the first message would be nobody's, or the agent would talk to itself.
  const opens =
    first && (again.has(first.label.key) || (!hasOther && !isHead(first.label))) ? first.label.key : undefined
  /** Undefined for a name that is in doubt. */
  const isSpeaker = (label: SpeakerLabel): boolean | undefined => {
    const { key, name, rest, sign } = label
    if (isCertain(label) || key === opens) return true
    if (isStray(key)) return isValue(rest) ? false : undefined
    if (isOrdinaryWord(key)) return false
    // A mark between messages, such as `Break: [18:30]`, or a setting that recurs.
    if (sign !== 'loose' && again.has(key)) return isCapitalized(name) && hasBoth ? false : undefined
    if (sign === 'loose') {
      if (again.has(key) && !hasOther) return true
      return isPersonWithMore(name) && isUtterance(rest) ? undefined : false
    }
    if (!isCapitalized(name)) {
      if (!hasOther && !isValue(rest)) return true
      if (isValue(rest) || isPhrase(name)) return false
      return isUtterance(rest) || unlabelled === 0 ? undefined : false
    }
    if (!hasBoth) return true
    if (!looksLikePerson(withoutAddition(name)) || isValue(rest)) return false
    return isUtterance(rest) && /\S\s+\S/.test(rest) ? true : undefined
  }
  return new Map(
    inForm.flatMap(({ at, label }) => {
      const decided = isSpeaker(label)
      if (decided === undefined)
        throw badRequest(
          `rawText must tell whether "${label.name}" in line ${at + 1} is a speaker: write a time before each name, or "- " before the line if it belongs to the message above`,
        )
      return decided ? [[at, label]] : []
    }),
  )
}

/** `Fun fact`, `Heads up`: words that begin like a sentence. */
const isPhrase = (name: string) => /^\p{Lu}[\p{Ll}'’]* \p{Ll}/u.test(name)
const withoutAddition = (name: string) =>
  name
    .replace(/\s?[(\uff08].*$/u, '')
    .replace(/[^\p{L}\p{M}'’ -]/gu, '')
    .trim()
/** `Dr. Kim Lee`, `Kim Lee, PhD`, `Kim [Acme]`: a few words in capitals. */
const isPersonWithMore = (name: string) =>
  name.length <= 40 && name.split(/\s+/).length <= 5 && name.split(/\s+/).every((word) => /^[[("]?\p{Lu}/u.test(word))

/** Names that are speakers wherever they begin a line. */
function knownNames(keys: readonly string[], request: TranscriptRequest) {
  const agent = speakerKey(request.agent_name)
  const other = speakerKey(request.other_name)
  const agents = new Set(keys.filter((key) => key === agent))
  if (agents.size === 0) for (const key of keys) if (key !== other && isShortFor(key, agent)) agents.add(key)
  const isNamed = agents.size > 0
  // A letter before a colon is an answer only where there are questions.
  const isAnswer = !isNamed && keys.includes('q') && keys.includes('a')
  if (!isNamed) for (const key of keys) if (assistantNames.has(key) && (isAnswer || key !== 'a')) agents.add(key)
  return {
    isAgent: (key: string) => agents.has(key),
    isRole: (key: string) => humanNames.has(key) && key !== other,
    isSpeaker: (key: string) =>
      agents.has(key) || key === other || isNumberedSpeaker(key) || (humanNames.has(key) && (isAnswer || key !== 'q')),
  }
}
type KnownNames = ReturnType<typeof knownNames>

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
 * Adds labels in another form of somebody who never speaks in the usual one, if nobody else answers the agent, and a first
 * label whose name follows in the usual form.
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
