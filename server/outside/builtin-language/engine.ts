import { unprocessable } from '../../domain/errors.ts'
import type { Language } from '../../domain/language.ts'
import { observe } from './observe.ts'
import { readRules } from './rules.ts'

/** The rule-based engine that answers while no language model is configured. */
export const builtinLanguage: Language = {
  engine: 'builtin',
  readRules: async (text) => readRules(text),
  observe: async (contents) => contents.map(observe),
  formatTranscript: async () => {
    throw unprocessable('rawText holds no line that names its speaker')
  },
  suggestResponsibilities: async () => [],
}
