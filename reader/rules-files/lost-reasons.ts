import { maxStatementLength } from '#core/domain/statement.ts'
import { permission, permitsByItself, takenBack } from './heading-words.ts'
import { isForeign } from './languages.ts'
import type { LineNote } from './line-notes.ts'
import { stanceOf } from './read-sentence.ts'
import { statementVerdict } from './sentence-rules.ts'
import { nearestVerdict, titleVerdict } from './title-rules.ts'

/** Why nothing was read in a line. */
export const lostReasons = {
  noRule: 'has no rule that was recognized',
  struck: 'is struck out',
  takenBack: 'is under a heading of rules that no longer apply',
  later: 'is under a heading of ideas that do not hold yet',
  exception: 'is an exception to other rules, which demands nothing by itself',
  warning: 'is under a heading of what goes wrong, and is no prohibition by itself',
  speech: 'repeats what somebody else says',
  aside: 'is outside of the fence that holds the rules',
  example: 'is under a heading of examples, history or credits',
  permission: 'permits something or leaves it open, which demands nothing',
  dialogue: 'is a dialogue or an example',
  question: 'is a question',
  include: 'includes another file; import it too',
  caption: 'only introduces code',
  lead: 'only introduces the lines below it',
  code: 'is indented like code',
  command: 'only names code or a command',
  language: 'has no rule that was recognized; outside of English only the clearest rules are',
  tooLong: `has more than ${maxStatementLength.toLocaleString('en')} characters`,
  program: 'is a line of a program',
  beyond: 'is beyond the first 512 kB, which alone are read',
  openComment: 'is in a comment that never ends',
} as const

export const duplicateOf = (number: number): string => `says the same as line ${number}`

const speaks = /^[\s>*_-]*(?:user|human|assistant|ai|bot|agent|system|customer|q|a)[*_]*\s*:/i
const includes = /^[^\w`]*@[\w~./-]*\w[~./-]*(?![\w~./-])\W*$/
const command = /^\W*(?:(?:[^:`]{2,60}:\s+)?`[^`]+`(?:\s*(?:[-\u2013\u2014:\u2192(#]).*)?|\$ .+)\W*$/

/** The end of a wrapped sentence does not tell what it permits. */
const permits = (said: string) => /^[\p{Lu}`"*]/u.test(said) && statementVerdict(said) === 'permits'

const isUnder = (note: LineNote | undefined, pattern: RegExp) =>
  (note?.titles ?? []).some((title) => pattern.test(title))

/** Whether a heading or its own form takes the line back. */
export const isTakenBack = (note: LineNote | undefined): boolean => note?.kind === 'struck' || isUnder(note, takenBack)

export function reasonOf(line: string, note: LineNote | undefined): string {
  if (note !== undefined && note.kind !== 'silent' && note.kind !== 'prose') return lostReasons[note.kind]
  if (isUnder(note, takenBack)) return lostReasons.takenBack
  if (note?.titles.some((title) => titleVerdict(title) === 'later')) return lostReasons.later
  if (note !== undefined && stanceOf(note.titles) === 'skip') return lostReasons.example
  const said = line.replace(/^[\s>*+#\d.)-]+/, '')
  if (permission.test(note?.titles.at(-1) ?? '') || permitsByItself(said) || permits(said))
    return lostReasons.permission
  if (/^[^\p{L}\p{N}`]*exceptions?\b(?![:\s]*`)/iu.test(line) || nearestVerdict(note?.titles ?? []) === 'exception')
    return lostReasons.exception
  if (includes.test(line)) return lostReasons.include
  if (speaks.test(line)) return lostReasons.dialogue
  if (line.length > maxStatementLength) return lostReasons.tooLong
  if (/[:\uFF1A][*_]*\s*$/.test(line)) return lostReasons.lead
  if (/[?\uFF1F\u061F]["')*_]*\s*$/.test(line)) return lostReasons.question
  const verdict = nearestVerdict(note?.titles ?? [])
  if (verdict === 'warning' || verdict === 'hazard') return lostReasons.warning
  if (command.test(line.replace(/\*\*|__/g, ''))) return lostReasons.command
  return isForeign(line) ? lostReasons.language : lostReasons.noRule
}
