import type { CallOptions } from '#core/models/endpoint.ts'
import { languageModel } from '../../server/outside/models/language-model.ts'
import type { FakeLanguageModel } from '../fakes/language-model.ts'

/** Rules as a language model answers with them, and a connection to the model that gives the answers. */

export const requester = { org_id: 'acme' }
export const key = 'sk-test-1234567890abcdefghij'

export const rule = (category: unknown, statement: unknown, quote: unknown = statement) => ({
  ...{ category, statement, quote },
})
export const push = rule('boundary', 'Never push to main')
export const tests = rule('principle', 'Always write tests')
export const answer = (...rules: unknown[]) => JSON.stringify({ rules })
export const right = answer(push, tests)

export const connectTo = (model: FakeLanguageModel, report: CallOptions['report'] = () => {}) =>
  languageModel(
    { baseUrl: model.baseUrl, apiKey: key, model: 'fake', timeoutMs: 2000 },
    { backoffMs: 1, now: () => performance.now(), report },
  )
