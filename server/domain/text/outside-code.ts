const fence = /^\s*(?:`{3,}|~{3,})/

/** The lines of a Markdown text outside of fenced code blocks, without the fences. */
export function linesOutsideCode(text: string): string[] {
  let inCode = false
  return text.split('\n').filter((line) => {
    const isFence = fence.test(line)
    if (isFence) inCode = !inCode
    return !isFence && !inCode
  })
}
