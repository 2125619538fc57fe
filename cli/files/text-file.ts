import { readFileSync, statSync } from 'node:fs'

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Reads a text file in UTF-8, or in the encoding that its byte order mark names; PowerShell writes UTF-16.
 *
 * @throws an error that names the file, if it is a folder, or the line that is not text in UTF-8.
 */
export function readText(file: string, name = file): string {
  if (statSync(file).isDirectory()) throw new Error(`${name} is a folder; name a file.`)
  const bytes = readFileSync(file)
  const [encoding] = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? ['utf-8']
  const text = encoding === 'utf-32' ? undefined : decode(encoding, bytes)
  if (text !== undefined) return text
  if (encoding !== 'utf-8') throw new Error(`${name} is not valid text in ${encoding.toUpperCase()}; save it as UTF-8.`)
  throw new Error(`${name} is not text in UTF-8: line ${brokenLine(bytes)} has other bytes; save it as UTF-8.`)
}

/** The text of a file byte for byte, its byte order mark included; undefined for bytes that are not UTF-8. */
export const exactText = (bytes: Uint8Array): string | undefined => decode('utf-8', bytes, true)

function decode(encoding: string, bytes: Uint8Array, ignoreBOM = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The number of the first line that is not UTF-8. */
function brokenLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf('\n', start)
    const next = end < 0 ? bytes.length : end + 1
    if (decode('utf-8', bytes.subarray(start, next)) === undefined) return line
    start = next
  }
  return line
}
