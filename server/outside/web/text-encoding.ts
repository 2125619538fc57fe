import { isUtf8 } from 'node:buffer'

/**
 * Decodes untrusted bytes: by the byte order mark, else by the charset of the answer's header, else by the declaration
 * in the first kilobyte (XML's declaration, HTML's meta), else UTF-8. An unknown name is UTF-8. A header that claims
 * UTF-8 for other bytes gives way to the declaration.
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const declared = declaredIn(bytes)
  const named = markOf(bytes) ?? charset ?? declared ?? 'utf-8'
  const label = /^utf-?8$/i.test(named) && !isUtf8(bytes) ? (declared ?? named) : named
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** By a byte order mark, or by the first two characters of XML (`<?`) in UTF-16. */
function markOf([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const name = /\b(?:encoding|charset)\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(start)?.[1]
  // A declaration that can be read so is not in UTF-16: the server has converted the document.
  return name && /^(?:utf-?16|ucs-?2)/i.test(name) ? undefined : name
}
