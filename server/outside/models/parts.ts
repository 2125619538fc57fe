/** Splits a text into parts of at most `maxLength` characters, cut between paragraphs, else lines, else anywhere. */
export function splitText(text: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > maxLength) {
    const window = rest.slice(0, maxLength)
    const end = [window.lastIndexOf('\n\n') + 2, window.lastIndexOf('\n') + 1].find((at) => at > maxLength / 2)
    parts.push(rest.slice(0, end ?? maxLength))
    rest = rest.slice(end ?? maxLength)
  }
  return [...parts, rest].filter((part) => part.trim() !== '')
}
