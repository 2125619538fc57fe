/** Folds a text for searches: lower case, and Latin letters without diacritics. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([A-Za-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
    .toLowerCase()
