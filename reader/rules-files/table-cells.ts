import { upperFirst } from '#core/base/strings.ts'
import type { NamedRule } from '../named-rules.ts'
import { isNegativeHeading, sourceHeading } from './heading-words.ts'
import { readMood } from './mood.ts'
import { crosses } from './passage-text.ts'
import { missing } from './sentence-rules.ts'
import { whole } from './statement-shape.ts'
import { lowerFirst } from './wording.ts'

type Column = 'wrong' | 'right' | 'excuse' | 'aside' | 'effect' | 'contrast'

/** Judges the cells of a column by its head; the first rule that matches decides. */
export const columnRules: readonly NamedRule<Column>[] = [
  { name: 'sources and reasons', when: sourceHeading, verdict: 'aside', example: 'Reason' },
  { name: 'explanations', when: /^\W*why\b/i, verdict: 'aside', example: "Why it's wrong" },
  {
    name: 'consequences',
    when: /^\W*(?:problems?|issues?|impacts?|consequences?|effects?|risks?|symptoms?|what (?:happens|breaks|goes wrong))\W*$/i,
    verdict: 'effect',
    example: 'Problem',
  },
  {
    name: 'excuses',
    when: /^\W*(?:excuses?|rationali[sz]ations?|thoughts?|what you (?:think|say)|myths?|temptations?|if you think)\W*$/i,
    verdict: 'excuse',
    example: 'Excuse',
  },
  {
    name: 'not enough',
    when: /^\W*(?:not (?:sufficient|enough)|insufficient)\W*$/i,
    verdict: 'aside',
    example: 'Not sufficient',
  },
  { name: 'contrast', when: /^\W*(?:(?:and|but) )?not\W*$/i, verdict: 'contrast', example: 'NOT' },
  {
    name: 'replaced',
    when: /^\W*(?:instead of|rather than|mistakes?|old|legacy|deprecated|bad|wrong|worse|before)\W*$/i,
    verdict: 'wrong',
    example: 'Instead of',
  },
  {
    name: 'replacement',
    when: /^\W*(?:prefer\w*|use(?: this| instead)?|do(?: this)?|instead|good|right|correct|better|best|replacements?|alternatives?|recommended|fix(?:es)?|solutions?|reality|new|after|always|yes)\W*$/i,
    verdict: 'right',
    example: 'Prefer',
  },
]

const isWrong = (title: string) => isNegativeHeading(title) || crosses.test(title)

const columnOf = (title: string): Column | undefined => {
  const named = columnRules.find(({ when }) => when.test(title))?.verdict
  return (named === undefined || named === 'right') && isWrong(title) ? 'wrong' : named
}

/** A part of a row that is read by itself. */
export interface RowPart {
  label?: string
  text: string
  side?: 'wrong' | 'right'
}

/** "Required: no" leaves something open; only its head says what. */
const onlyAnswers =
  /^[^\p{L}\p{N}]*(?:yes|no|n\/a|none|optional|required|true|false|ja|nein|oui|non|s\u00ED|si|\u662F|\u5426)?[^\p{L}\p{N}]*$/iu

/** A longer cell is a sentence. */
const maxPhrase = 6

/** "Prefer" above "Early returns" is one sentence. */
function completed(text: string, title: string): string {
  const { form } = readMood(text)
  const words = text.split(/\s+/).length
  if (whole.has(form) || (form !== 'fragment' && words > 2) || words > maxPhrase) return text
  const verb = /^\W*(prefer|use|do|always)\b/i.exec(title)?.[1]?.toLowerCase()
  return `${verb === 'prefer' ? 'Prefer' : 'Use'} ${lowerFirst(text)}`
}

const joined = (text: string, isContrast: boolean, isFirst: boolean) =>
  isContrast ? `${isFirst ? '' : ', '}not ${lowerFirst(text)}` : `${isFirst ? '' : ' - '}${text}`

/**
 * Reads rows as "first cell: the rest". Wrong examples are parts of their own, and so is what replaces them; columns
 * with reasons, sources and excuses are left out, unless they come first.
 */
export function rowReader(titles: readonly string[]): (texts: readonly string[]) => RowPart[] {
  const named = titles.map(columnOf)
  const kinds = named.map((kind, at) => (kind === 'contrast' && (at === 0 || named.includes('right')) ? 'wrong' : kind))
  // If all columns are wrong, the rows are not advice at all; their heading decides. "Before"
  // and "Old" need a counterpart.
  const hasSides = kinds.includes('wrong') && kinds.some((kind) => kind !== 'wrong' && kind !== 'aside')
  const sides = kinds.includes('right') && (kinds.includes('wrong') || kinds.includes('excuse'))
  return (texts) => {
    const cells = texts.flatMap((text, at) => {
      const kind = kinds[at]
      if (
        text === '' ||
        (at > 0 && (kind === 'effect' || onlyAnswers.test(text))) ||
        (kind === 'aside' && (at > 0 || kinds.includes('right')))
      )
        return []
      const isCrossed = crosses.test(text) && !texts.every((each) => crosses.test(each))
      const isOut = isCrossed || (hasSides && kind === 'wrong' && (sides || isWrong(titles[at]!)))
      return [{ text, at, isOut, isRight: sides && kind === 'right' && !isOut }]
    })
    const kept = cells.filter(({ isOut }) => !isOut)
    // "Can't verify, go on anyway" in a column of mistakes is no prohibition.
    const wrong = cells
      .filter(({ isOut, text }) => isOut && !missing.test(text))
      .map(({ text }): RowPart => ({ text, side: 'wrong' }))
    const [first, ...rest] = kept
    if (first === undefined) return wrong
    if (first.isRight && rest.length === 0)
      return [{ text: upperFirst(completed(first.text, titles[first.at]!)), side: 'right' }, ...wrong]
    if (rest.length === 0) return [{ text: first.text }, ...wrong]
    const [only] = rest
    const text =
      rest.length === 1 && only!.isRight
        ? lowerFirst(completed(only!.text, titles[only!.at]!))
        : rest.map(({ text, at }, index) => joined(text, kinds[at] === 'contrast', index === 0)).join('')
    return [{ label: first.text, text, ...(only!.isRight && { side: 'right' as const }) }, ...wrong]
  }
}
