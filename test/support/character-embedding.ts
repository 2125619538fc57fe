/** An embedding that compares letters, on a scale of its own: unrelated texts are still at 0.3 and more. */
export function characterEmbedding(text: string, dimensions = 256): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.3)
  const padded = ` ${text.toLowerCase()} `
  for (let at = 0; at + 3 <= padded.length; at++) {
    let hash = 0
    for (const letter of padded.slice(at, at + 3)) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0
    vector[hash % dimensions]! += 1
  }
  return vector
}
