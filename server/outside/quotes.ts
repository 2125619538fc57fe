/** Marks of markdown that models leave out when they copy. */
const marks = /[\s*_`~]/
const straight: Record<string, string> = { '\u2018': "'", '\u2019': "'", '\u201c': '"', '\u201d': '"' }

/**
 * The passage of the content that a quote copies, as it stands there: white space, emphasis, case and the shape of
 * quotation marks aside. Undefined when there is none.
 */
export function literalQuote(quote: string, content: string): string | undefined {
  const wanted = bare(quote).letters.join('')
  const { letters, places } = bare(content)
  const found = wanted === '' ? -1 : letters.join('').indexOf(wanted)
  if (found < 0) return undefined
  return content.slice(places[found], places[found + wanted.length - 1]! + 1)
}

/** The UTF-16 units that count, with their places. */
function bare(text: string) {
  const letters: string[] = []
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!
    if (marks.test(unit)) continue
    const lower = unit.toLowerCase()
    letters.push(straight[unit] ?? (lower.length === 1 ? lower : unit))
    places.push(at)
  }
  return { letters, places }
}
