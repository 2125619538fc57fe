/** A text as searches compare it: in small letters, and Latin letters without their marks. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([A-Za-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
    .toLowerCase()
