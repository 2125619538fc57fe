import { normalized } from './combining-marks.ts'

/**
 * Folds a text for searches: lower case, and Latin letters without diacritics. It is also the SQL function `fold_text`
 * on both engines: this one on the embedded engine, and one in PostgreSQL's language that migration 018 makes
 * (`test/service/db/fold-text.test.ts` compares them).
 */
export const foldText = (text: string): string =>
  normalized(normalized(text, 'NFD').replace(/([A-Za-z])[\u0300-\u036f]+/g, '$1')).toLowerCase()
