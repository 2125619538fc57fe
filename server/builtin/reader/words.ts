/** Words in lower case, with question and exclamation marks; each Chinese character is a word. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/\p{Script=Han}/gu, ' $& ')
    .match(/[\p{L}\p{N}_]+(?:['.][\p{L}\p{N}_]+)*|[?!？！]/gu) ?? []
