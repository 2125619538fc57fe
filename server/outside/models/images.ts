import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateImage } from 'ai'
import { type AvatarGenerator, pictureTypeOf } from '#core/domain/identity/avatars.ts'
import { boundedFetch, type CallOptions, type Endpoint, EndpointFailure, newCaller } from '#core/models/endpoint.ts'

/** The base64 of the largest accepted picture, with room for the rest of the answer. */
const maxAnswerBytes = 12 * 1024 * 1024

/**
 * Pictures by an OpenAI-compatible endpoint, which answers with them or with their addresses; addresses are fetched
 * only from public hosts and the endpoint's own.
 */
export function imageModel(endpoint: Endpoint, options: CallOptions): AvatarGenerator {
  const { baseUrl, apiKey, model, timeoutMs } = endpoint
  const caller = newCaller('The image model', endpoint, options)
  const provider = createOpenAICompatible({
    name: 'image',
    baseURL: baseUrl,
    apiKey,
    fetch: boundedFetch(timeoutMs, maxAnswerBytes),
  })
  return {
    async generate(prompt) {
      const { image } = await caller.call(caller.deadline(), (abortSignal) =>
        generateImage({ model: provider.imageModel(model), prompt, n: 1, abortSignal, maxRetries: 0 }),
      )
      const bytes = image.uint8Array
      const content_type = pictureTypeOf(bytes)
      if (!content_type) throw new EndpointFailure('The image model must answer with a PNG, JPEG or WebP picture', true)
      return { content_type, bytes }
    },
  }
}
