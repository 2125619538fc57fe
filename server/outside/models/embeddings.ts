import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany } from 'ai'
import pMap from 'p-map'
import { batchesOf } from '#core/base/batches.ts'
import type { Embedder } from '#core/domain/language.ts'
import { normalized } from '#core/domain/vectors/similarity.ts'
import { vectorsAsNumbers } from '#core/models/embedding-vectors.ts'
import { boundedFetch, type CallOptions, type Endpoint, EndpointFailure, newCaller } from '#core/models/endpoint.ts'

/**
 * The number of texts that every common provider accepts in one request; it keeps the answer below the limit of size.
 */
const batchSize = 32
const parallel = 2
/** Delay before a job retries an unavailable endpoint. */
const waitSeconds = 60

/**
 * Embeddings by an OpenAI-compatible endpoint. Unit vectors, all of the same length as the first answer's; cosines are
 * the model's own (`calibrated-embedder.ts`).
 */
export function embeddingModel(endpoint: Endpoint, options: CallOptions): Embedder {
  const { baseUrl, apiKey, model, timeoutMs } = endpoint
  const caller = newCaller('The embedding model', endpoint, options)
  const provider = createOpenAICompatible({
    name: 'embedding',
    baseURL: baseUrl,
    apiKey,
    fetch: vectorsAsNumbers(boundedFetch(timeoutMs)),
  })
  let dimensions: number | undefined

  const embedBatch = async (values: string[]): Promise<Float32Array[]> => {
    const { embeddings } = await caller
      .call(caller.deadline(), (abortSignal) =>
        embedMany({ model: provider.embeddingModel(model), values, abortSignal, maxRetries: 0 }),
      )
      .catch((error: EndpointFailure) => {
        // Texts without a vector wait: nothing else can be done with them, and nothing was lost.
        throw error.ofRequest ? error : new EndpointFailure(error.message, false, error.cause, waitSeconds)
      })
    const length = dimensions ?? embeddings[0]?.length
    const fits = (vector: number[]) => vector.length === length && vector.some((value) => value !== 0)
    if (embeddings.length !== values.length || !embeddings.every(fits)) {
      throw new EndpointFailure(
        `The embedding model must answer with one vector of ${length || 'some'} numbers per text, finite and not all 0`,
        true,
      )
    }
    dimensions = length
    return embeddings.map((vector) => normalized(Float32Array.from(vector)))
  }

  return {
    model,
    embed: async (texts) => {
      const batches = batchesOf(texts, batchSize, () => 1)
      return (await pMap(batches, embedBatch, { concurrency: parallel })).flat()
    },
    rescale: (cosine) => cosine,
  }
}
