/** Marks of markdown that models omit when they copy. */
const marks = /[\s*_`~]/
const straight: Record<string, string> = { '\u2018': "'", '\u2019': "'", '\u201c': '"', '\u201d': '"' }

/**
 * Finds the passage that a quote copies from one content, as it is written there, ignoring whitespace, emphasis, case
 * and the shape of quotation marks. Undefined if there is none. The content is prepared once, at the first quote.
 */
export function quoteFinder(content: string): (quote: string) => string | undefined {
  let prepared: Bare | undefined
  return (quote) => {
    const wanted = bare(quote).letters
    if (wanted === '') return undefined
    prepared ??= bare(content)
    const found = prepared.letters.indexOf(wanted)
    if (found < 0) return undefined
    return content.slice(prepared.places[found], prepared.places[found + wanted.length - 1]! + 1)
  }
}

interface Bare {
  /** The UTF-16 units that count. */
  letters: string
  /** The offset of each of them. */
  places: Uint32Array
}

function bare(text: string): Bare {
  const letters: string[] = []
  const places = new Uint32Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!
    if (marks.test(unit)) continue
    const lower = unit.toLowerCase()
    places[letters.length] = at
    letters.push(straight[unit] ?? (lower.length === 1 ? lower : unit))
  }
  return { letters: letters.join(''), places }
}
