/** Words in lower case, with question and exclamation marks; each Chinese and Japanese character is a word. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' $& ')
    .match(/[\p{L}\p{N}_]+(?:['.][\p{L}\p{N}_]+)*|[?!？！]/gu) ?? []
