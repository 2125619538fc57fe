import type { Language } from '../../domain/language.ts'
import { readRules } from './rules.ts'

/** The rule-based engine that answers while no language model is configured. */
export const builtinLanguage: Language = {
  readRules: async (text) => readRules(text),
}
