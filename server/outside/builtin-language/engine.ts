import type { Language } from '../../domain/language.ts'
import { decompose } from './decompose.ts'
import { observe } from './observe.ts'
import { readRules } from './rules.ts'
import { suggestResponsibilities } from './suggestions.ts'
import { parseTranscript } from './transcript.ts'

/** The rule-based engine that answers while no language model is configured. */
export const builtinLanguage: Language = {
  engine: 'builtin',
  readRules: async (text) => readRules(text),
  decompose: async ({ body }) => decompose(body),
  observe: async (contents) => contents.map(observe),
  formatTranscript: async (request) => parseTranscript(request),
  suggestResponsibilities: async (request) => suggestResponsibilities(request),
}
