/** The longest word that is compared: an address or a key may be as long as a client likes. */
const maxLength = 40
/** Words with more edits between them are different words. */
const maxEdits = 2

/** Counts the letters to add, remove or replace between two words; infinite from the third on, or for long words. */
export function editDistance(a: string, b: string): number {
  if (Math.max(a.length, b.length) > maxLength || Math.abs(a.length - b.length) > maxEdits) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    if (Math.min(...next) > maxEdits) return Infinity
    row = next
  }
  return row[b.length]! > maxEdits ? Infinity : row[b.length]!
}

/** Returns the word that a mistyped one stands for; undefined if none is close. A short word has one typo at most. */
export function closestWord(typed: string, words: Iterable<string>): string | undefined {
  const [best] = [...words]
    .map((word) => ({ word, edits: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, edits }) => edits <= (word.length < 6 ? 1 : maxEdits))
    .sort((one, other) => one.edits - other.edits)
  return best?.word
}
