import { badRequest } from '#core/base/errors.ts'

/** A post of X with all its metadata takes some 10 KB. */
const maxElementLength = 1_000_000

/**
 * The elements of the JSON array in a script of the form `window.YTD.tweets.part0 = [ … ]`, one at a time, so that
 * memory holds one of them and not an archive of years.
 *
 * No library: streaming ones (stream-json, @streamparser/json) set no limit to one element. One of 190 MB took 1.7 GB
 * and a minute, and an ordinary archive 1.5 times as long as `JSON.parse` of each element.
 *
 * @throws 400 that names `file` when the script lacks such an array, or is truncated.
 */
export async function* jsonElements(name: string, script: AsyncIterable<string>): AsyncGenerator<unknown> {
  const broken = () => badRequest(`file contains a ${name} that cannot be read`)
  const read = (json: string) => {
    try {
      return [JSON.parse(json)]
    } catch {
      if (json.trim() === '') return []
      throw broken()
    }
  }
  const mark = /["\\{}[\],]/g
  let depth = 0
  let inString = false
  /** The last chunk ended within an escape. */
  let inEscape = false
  /** Earlier chunks of the present element. */
  let begun = ''
  for await (const piece of script) {
    let start = 0
    mark.lastIndex = inEscape && piece !== '' ? 1 : 0
    inEscape &&= piece === ''
    for (let found = mark.exec(piece); found; found = mark.exec(piece)) {
      const [character] = found
      const { index } = found
      if (inString) {
        if (character === '"') inString = false
        if (character !== '\\') continue
        inEscape = index === piece.length - 1
        mark.lastIndex = index + 2
      } else if (depth === 0) {
        if (character !== '[') continue
        depth = 1
        start = index + 1
      } else if (character === '"') inString = true
      else if (character === '{' || character === '[') depth += 1
      else if (depth > 1) depth -= character === ',' ? 0 : 1
      else {
        yield* read(begun + piece.slice(start, index))
        if (character !== ',') return
        begun = ''
        start = index + 1
      }
    }
    if (depth > 0) begun += piece.slice(start)
    if (begun.length > maxElementLength) throw broken()
  }
  throw broken()
}
