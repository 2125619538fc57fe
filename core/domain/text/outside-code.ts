const fence = /^\s*(?:`{3,}|~{3,})/

/** The lines of a Markdown text outside of fenced code blocks, without the fences; each with its index. */
export function linesOutsideCode(text: string): { line: string; at: number }[] {
  let inCode = false
  return text.split('\n').flatMap((line, at) => {
    const isFence = fence.test(line)
    if (isFence) inCode = !inCode
    return isFence || inCode ? [] : [{ line, at }]
  })
}
