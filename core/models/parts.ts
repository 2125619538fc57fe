import pMap from 'p-map'
import { TruncatedAnswer } from './client.ts'

/** Splits a text into parts of at most `maxLength` characters, cut between paragraphs, else lines, else anywhere. */
export function splitText(text: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > maxLength) {
    const window = rest.slice(0, maxLength)
    const end = [window.lastIndexOf('\n\n') + 2, window.lastIndexOf('\n') + 1].find((at) => at > maxLength / 2)
    parts.push(rest.slice(0, end ?? maxLength))
    rest = rest.slice(end ?? maxLength)
  }
  return [...parts, rest].filter((part) => part.trim() !== '')
}

/** Shorter texts are not split when the answer about them is truncated: the model repeats itself. */
const shortestPart = 1000

/**
 * Asks about a text, and about its halves if the answer reached the model's limit of length. The complete elements of
 * the answer about the shortest part are used.
 */
export async function askByHalves<T, R>(
  text: string,
  ask: (text: string) => Promise<T>,
  read: (answer: T, text: string) => R[],
): Promise<R[]> {
  try {
    return read(await ask(text), text)
  } catch (error) {
    if (!(error instanceof TruncatedAnswer)) throw error
    if (text.length > shortestPart) {
      const halves = splitText(text, Math.ceil(text.length / 2))
      return (await pMap(halves, (half) => askByHalves(half, ask, read), { concurrency: 1 })).flat()
    }
    if (error.partial === undefined) throw error
    return read(error.partial as T, text)
  }
}
