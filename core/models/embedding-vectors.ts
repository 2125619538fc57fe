/**
 * Rewrites the embeddings of an endpoint to the one shape that the SDK reads: lists of numbers in the order of the
 * texts. Endpoints may send base64 although numbers are requested, and need not keep the order. A vector that cannot be
 * read becomes empty; so do all when their number or order is wrong, so that they are refused with a sentence.
 */
export const vectorsAsNumbers =
  (send: typeof fetch): typeof fetch =>
  async (address, init) => {
    const response = await send(address, init)
    if (!response.ok) return response
    const body = await response.text()
    const { status, statusText, headers } = response
    const answer = parsed(body)
    const data = answer?.data
    if (!Array.isArray(data)) return new Response(body, { status, statusText, headers })
    const { input } = JSON.parse(String(init?.body)) as { input: string[] }
    const inputOrder = inOrder(data.map((each) => each ?? {}))
    const vectors = input.map((_, at) => ({
      embedding: inputOrder.length === input.length ? numbersIn(inputOrder[at]!.embedding) : [],
    }))
    return new Response(JSON.stringify({ data: vectors }), { status, statusText, headers })
  }

function parsed(body: string): { data?: ({ index?: unknown; embedding?: unknown } | null)[] } | undefined {
  try {
    // Python writes numbers that JSON does not have.
    return JSON.parse(body.replace(/-?\b(?:NaN|Infinity)\b/g, 'null'))
  } catch {
    return undefined
  }
}

/** Some endpoints number nothing, or all with 0: then the order of the texts is theirs. */
function inOrder<T extends { index?: unknown }>(data: T[]): T[] {
  const indexes = new Set(data.map(({ index }) => index))
  if (indexes.size === 1) return data
  const isOrder = indexes.size === data.length && data.every((_, at) => indexes.has(at))
  return isOrder ? data.toSorted((a, b) => Number(a.index) - Number(b.index)) : []
}

function numbersIn(embedding: unknown): number[] {
  if (Array.isArray(embedding)) return embedding.every(Number.isFinite) ? embedding : []
  if (typeof embedding !== 'string') return []
  const bytes = Buffer.from(embedding, 'base64')
  if (bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return []
  const numbers = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
  return numbers.every(Number.isFinite) ? numbers : []
}
