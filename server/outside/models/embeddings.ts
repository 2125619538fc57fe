import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany } from 'ai'
import pMap from 'p-map'
import { batchesOf } from '../../base/batches.ts'
import type { Embedder } from '../../domain/language.ts'
import { normalized } from '../../domain/vectors/similarity.ts'
import { boundedFetch, defaultTiming, type Endpoint, EndpointFailure, newCaller, type Timing } from './endpoint.ts'

/** What every common provider takes in one request; its size keeps the answer within the bound of one. */
const batchSize = 32
const parallel = 2
/** Before a job asks an endpoint again that could not be had. */
const waitSeconds = 60

/**
 * Embeddings by an OpenAI-compatible endpoint. Unit vectors, all of the length that the first answer has; cosines are
 * the model's own (`calibrated-embedder.ts`).
 */
export function embeddingModel(endpoint: Endpoint, timing: Timing = defaultTiming): Embedder {
  const { baseUrl, apiKey, model, timeoutMs } = endpoint
  const caller = newCaller('The embedding model', timeoutMs, timing)
  const provider = createOpenAICompatible({
    name: 'embedding',
    baseURL: baseUrl,
    apiKey,
    fetch: boundedFetch(timeoutMs),
  })
  let dimensions: number | undefined

  const embedBatch = async (values: string[]): Promise<Float32Array[]> => {
    const { embeddings } = await caller
      .call(caller.deadline(), (abortSignal) =>
        embedMany({ model: provider.embeddingModel(model), values, abortSignal, maxRetries: 0 }),
      )
      .catch((error: EndpointFailure) => {
        // What is not embedded waits: nothing else can be done with it, and nothing was lost.
        throw error.ofRequest ? error : new EndpointFailure(error.message, false, waitSeconds)
      })
    dimensions ??= embeddings[0]?.length
    const fits = (vector: number[]) =>
      vector.length === dimensions && vector.length > 0 && vector.every(Number.isFinite)
    if (embeddings.length !== values.length || !embeddings.every(fits)) {
      throw new EndpointFailure(
        `The embedding model must answer with one vector of ${dimensions} numbers per text`,
        true,
      )
    }
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
