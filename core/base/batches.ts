/**
 * Groups neighboring entries into batches whose sizes add up to at most `maxSize`; a larger
 * entry is a batch of its own.
 */
export function batchesOf<T>(entries: readonly T[], maxSize: number, sizeOf: (entry: T) => number): T[][] {
  const batches: T[][] = []
  let room = 0
  for (const entry of entries) {
    const size = sizeOf(entry)
    if (size > room || batches.length === 0) {
      batches.push([])
      room = maxSize
    }
    batches.at(-1)!.push(entry)
    room -= size
  }
  return batches
}
