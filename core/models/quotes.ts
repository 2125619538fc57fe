import { normalized } from '../domain/text/combining-marks.ts'
import { continuesNegated, negates } from './negation-words.ts'

/**
 * Finds the passage that a quote copies from one content, as it is written there. Words are compared, in their order:
 * punctuation, quotation marks, dashes, whitespace, letter case, composed or decomposed letters, and the marks of
 * Markdown make no difference. An ellipsis may leave words of a sentence out, unless a negation is among them.
 * Undefined if there is no such passage. The content is prepared once, at the first quote.
 */
export function quoteFinder(content: string): (quote: string) => string | undefined {
  let index: WordIndex | undefined
  return (quote) => {
    const pieces = quote.split(ellipsis).map(wordsOf)
    const wanted = pieces.flat()
    if (wanted.length === 0) return undefined
    index ??= new WordIndex(content)
    const budget = { steps: maxSteps }
    const trimmed = quote.trim()
    const marks = { before: /^[^\p{L}\p{N}\s]\S/u.test(trimmed), behind: /[^\p{L}\p{N}]$/u.test(trimmed) }
    const omits = { before: pieces[0]!.length === 0, behind: pieces.at(-1)!.length === 0 }
    for (const first of index.find(wanted, budget)) {
      const passage = { first, last: first + wanted.length - 1 }
      if (index.isWhole(passage, omits)) return index.textOf(passage, marks)
    }
    const parts = pieces.filter(({ length }) => length > 0)
    if (parts.length === 1 || parts.length > maxParts) return undefined
    for (const first of index.find(parts[0]!, budget)) {
      const last = index.join(parts, first, budget)
      if (last !== undefined && index.isWhole({ first, last }, omits)) return index.textOf({ first, last }, marks)
    }
    return undefined
  }
}

/** Three points or an ellipsis, with or without brackets around it. */
const ellipsis = /[([（【]?(?:[\u2026\u22ef]|\. ?\. ?\.)[.\u2026\u22ef]*[)\]）】]?/
/** More parts than a person would join. */
const maxParts = 4
/** Maximum length of an omission, and of the rest of a sentence that is searched for negations. */
const maxOmission = 200
/** Comparisons of words for one quote, so that repetitive content does not take quadratic time. */
const maxSteps = 50_000

/** Letters of scripts that put no spaces between words; each of them counts as a word. */
const spaceless =
  '[[\\p{L}]&&[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]]'
const letter = `[[\\p{L}\\p{N}]--${spaceless}]`
const invisible = '\\u{ad}\\u{200b}-\\u{200d}\\u{2060}\\u{feff}\\u{fe00}-\\u{fe0f}'
const apostrophes = "'\\u{2019}\\u{2bc}\\u{ff07}"
const wordPattern = [
  `(?<word>${spaceless}\\p{M}*|${letter}(?:[${letter}\\p{M}${invisible}]|[${apostrophes}](?=${letter}))*(?:[+#%]+(?!${letter}))?)`,
  // Unseen parts of Markdown: the addresses of links, and the numbers and boxes of list items.
  '\\]\\([^\\(\\)\\s]{0,2000}(?:\\s+"[^"\\n]{0,300}")?\\)',
].join('|')
const listMark = '^[ \\t>]*(?:(?:[*+\\-•][ \\t]*)?\\p{Nd}{1,3}[.\\)](?=\\s)|[*+\\-][ \\t]+\\[[ xX]\\](?=\\s))'
const words = new RegExp(`${listMark}|${wordPattern}`, 'gmv')
const dropped = new RegExp(`[${invisible}${apostrophes}]`, 'gv')

/** Upper case first, which makes "ss" of "ß" too. */
const normalWord = (word: string) =>
  /^[a-z]+$/.test(word) ? word : normalized(word.replace(dropped, ''), 'NFKC').toUpperCase().toLowerCase()

const wordsOf = (text: string): string[] =>
  [...text.matchAll(words)].flatMap(({ groups }) => (groups?.word === undefined ? [] : [normalWord(groups.word)]))

/** The end of a sentence or a list item. */
const sentenceEnd = /[.!?](?=["'”’»)\]*_`]*(?:\s|$))|[;。！？；؟۔।]|\n[ \t]*(?:\n|[-*+•#>]|\p{Nd}{1,3}[.)]\s)/u
const openingMarks = /["'“‘«„‚‹([{「『《*_`~¿¡]+$/
const closingMarks = /^[.!?…。！？"'”’»“›)\]}」』》*_`~]+/
const onlyMarks = /^[\s*_`~[\]]*$/

/** Words of a content by their positions, from the first to the last one. */
interface Passage {
  first: number
  last: number
}

/** Which of the two sides of a passage a property concerns. */
interface Sides {
  before: boolean
  behind: boolean
}

interface Budget {
  steps: number
}

class WordIndex {
  readonly #content: string
  readonly #words: string[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #positions = new Map<string, number[]>()

  constructor(content: string) {
    this.#content = content
    for (const { groups, index } of content.matchAll(words)) {
      if (groups?.word === undefined) continue
      const word = normalWord(groups.word)
      const known = this.#positions.get(word)
      if (known) known.push(this.#words.length)
      else this.#positions.set(word, [this.#words.length])
      this.#words.push(word)
      this.#starts.push(index)
      this.#ends.push(index + groups.word.length)
    }
  }

  /** The positions at which the words stand one after another, found by the rarest of them. */
  *find(wanted: readonly string[], budget: Budget): Generator<number> {
    let rarest: readonly number[] | undefined
    let offset = 0
    for (const [at, word] of wanted.entries()) {
      const positions = this.#positions.get(word)
      if (!positions) return
      if (rarest && positions.length >= rarest.length) continue
      rarest = positions
      offset = at
    }
    for (const position of rarest!) {
      if (budget.steps <= 0) return
      if (this.#matches(wanted, position - offset, budget)) yield position - offset
    }
  }

  #matches(wanted: readonly string[], first: number, budget: Budget): boolean {
    if (first < 0) return false
    for (const [at, word] of wanted.entries()) {
      if (budget.steps-- <= 0 || this.#words[first + at] !== word) return false
    }
    return true
  }

  /**
   * The last word of parts that follow one another in one sentence, the first part at `first`;
   * undefined if they do not.
   */
  join([head, ...parts]: readonly string[][], first: number, budget: Budget): number | undefined {
    let last = first + head!.length - 1
    for (const part of parts) {
      let next = last + 1
      while (!this.#matches(part, next, budget)) {
        next++
        if (next >= this.#words.length || this.#starts[next]! - this.#ends[last]! > maxOmission) return undefined
      }
      const omitted = this.#content.slice(this.#ends[last]!, this.#starts[next]!)
      if (next > last + 1 && (sentenceEnd.test(omitted) || negates(omitted))) return undefined
      last = next + part.length - 1
    }
    return last
  }

  /**
   * Whether no negation that belongs to a passage is left out: neither directly beside it, nor in the rest of the
   * sentence where an ellipsis stands for that.
   */
  isWhole({ first, last }: Passage, omits: Sides): boolean {
    const end = this.#ends[last]!
    const behind = this.#content.slice(end, end + maxOmission)
    if (continuesNegated(behind)) return false
    if (omits.behind && !/^[\s*_`]*(?:\u2026|\.\.\.)/.test(behind) && negates(restOfSentence(behind))) return false
    if (first === 0) return true
    const start = this.#starts[first]!
    const before = this.#content.slice(Math.max(0, start - maxOmission), start)
    const between = this.#content.slice(this.#ends[first - 1]!, start)
    const word = this.#content.slice(this.#starts[first - 1]!, this.#ends[first - 1]!)
    if (onlyMarks.test(between) && negates(word)) return false
    return !(omits.before && negates(before.split(sentenceEnd).at(-1)!))
  }

  /** The passage as it is written, with its emphasis, and with the punctuation around it if the quote has some. */
  textOf({ first, last }: Passage, marks: Sides): string {
    const start = this.#starts[first]!
    const end = this.#ends[last]!
    const text = this.#content.slice(start, end)
    const isOpen = (mark: string) => mark !== '' && text.split(mark).length % 2 === 0
    const before = this.#content.slice(Math.max(0, start - 4), start)
    const behind = this.#content.slice(end, end + 4)
    const [opening = ''] = before.match(marks.before ? openingMarks : /[*_`~]+$/) ?? []
    const [closing = ''] = behind.match(marks.behind ? closingMarks : /^[*_`~]+/) ?? []
    return `${marks.before || isOpen(opening) ? opening : ''}${text}${marks.behind || isOpen(closing) ? closing : ''}`
  }
}

const restOfSentence = (text: string): string => {
  const end = sentenceEnd.exec(text)
  return end ? text.slice(0, end.index) : text
}
