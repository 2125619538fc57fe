/**
 * Decodes untrusted bytes: by the byte order mark, else by the charset of the answer's header, else by the declaration
 * in the first kilobyte (XML's declaration, HTML's meta), else UTF-8. An unknown name is UTF-8.
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const label = markOf(bytes) ?? charset ?? declaredIn(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /\b(?:encoding|charset)\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(start)?.[1]
}
