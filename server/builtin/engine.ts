import type { Language } from '../domain/language.ts'
import { Thread } from '../thread.ts'
import { suggestResponsibilities } from './suggestions.ts'
import { type Work, work } from './work.ts'

/**
 * Longer texts, in characters, are read in the thread. Hostile ones take 25 ms per 1,000 characters, ordinary ones 1 ms
 * (measured): so the event loop is held for 50 ms at most.
 */
const inlineLength = 2 * 1024

const thread = new Thread<Work>(new URL('./worker.ts', import.meta.url))

const perform = async <Name extends keyof Work>(
  name: Name,
  input: Work[Name]['input'],
  length: number,
): Promise<Work[Name]['output']> => (length <= inlineLength ? work[name](input) : thread.run(name, input))

/** The rule-based engine that answers while no language model is configured. */
export const builtinLanguage: Language = {
  engine: 'builtin',
  readRules: (text) => perform('readRules', text, text.length),
  decompose: ({ body }) => perform('decompose', body, body.length),
  observe: (contents) =>
    perform(
      'observe',
      contents,
      contents.reduce((sum, { content }) => sum + content.length, 0),
    ),
  mergeStatements: async ([central]) => central,
  formatTranscript: (request) => perform('parseTranscript', request, request.raw_text.length),
  suggestResponsibilities: async (request) => suggestResponsibilities(request),
}
