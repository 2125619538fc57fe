/** Replaces each occurrence of `words`, whatever its case; one that begins with a capital letter keeps it. */
export function replaceWords(text: string, words: string, replacement: string): string {
  if (words === '') return text
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu')
  return text.replace(pattern, (found) => (isCapital(found) ? capitalized(replacement) : replacement))
}

const isCapital = (text: string) => {
  const first = [...text][0]!
  return first !== first.toLowerCase() && first === first.toUpperCase()
}

function capitalized(text: string) {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
