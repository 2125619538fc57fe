import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { dutch } from './dutch.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { hebrew } from './hebrew.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import { persian } from './persian.ts'
import { polish } from './polish.ts'
import { portuguese } from './portuguese.ts'
import type { LanguageRuleWords } from './rule-words-of-language.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

/** The languages besides English whose rules are read. */
export const ruleLanguages: readonly LanguageRuleWords[] = [
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  polish,
  russian,
  chinese,
  japanese,
  korean,
  arabic,
  hebrew,
  persian,
]
