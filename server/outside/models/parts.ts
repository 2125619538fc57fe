/** Parts of a text of at most `maxLength` characters, cut between paragraphs, else lines, else anywhere. */
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

/** `Promise.all` of a few at a time, in order; after a failure no further one is begun. */
export async function mapAtMost<T, U>(
  limit: number,
  entries: readonly T[],
  map: (entry: T) => Promise<U>,
): Promise<U[]> {
  const results: U[] = new Array(entries.length)
  const queue = entries.entries()
  let failed = false
  const work = async () => {
    for (const [at, entry] of queue) {
      if (failed) return
      results[at] = await map(entry)
    }
  }
  const workers = Array.from({ length: Math.min(limit, entries.length) }, () =>
    work().catch((error) => {
      failed = true
      throw error
    }),
  )
  await Promise.all(workers)
  return results
}
