/**
 * Reads a decompressed body to its end, with a limit, so that a small answer cannot become a large one.
 *
 * @throws the error that `tooLarge` returns when it is longer than `maxBytes`.
 */
export async function readWhole(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the body.
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
