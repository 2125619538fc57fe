import { linesOutsideCode } from '#core/domain/text/outside-code.ts'

/**
 * Detects source code among the files that are read for rules: its comments and strings would be taken for sentences.
 */

const codeLine =
  /^\s*(?:import\s+[\w{*"']|from\s+[\w.]+\s+import\s|export\s+(?:default|const|function|class|type|interface|async|\{)|(?:const|let|var)\s+[\w{[]|(?:async\s+)?(?:def|function)\s+\w+\s*\(|class\s+\w+.*[:{]$|(?:pub\s+)?fn\s+\w+|func\s+\w*\(|#include\s|package\s+\w+;?$|@\w+(?:\(.*\))?$|(?:return|if|for|while)\b.*[;:{]$|[}\])][}\]);,]*$|\/\/|\/\*|\*\/|\*\s)|[{}]\s*$|^[^=(]*[=(].*;\s*$|[({[]\s*$|^\s*["'`].*["'`],?\s*$|^\s*[\w"'.]+\s*(?::|=)\s*(?:["'`[{(]|\d|true|false|True|False|None|null).*$/
/** Rules files have individual lines that look like code. */
const codeShare = 0.6
const fewestLines = 3
const maxLine = 500

/** Whether most lines outside code blocks are lines of a program, and none is a Markdown heading. */
export function isProgram(text: string): boolean {
  let lines = 0
  let code = 0
  for (const { line } of linesOutsideCode(text)) {
    if (line.trim() === '') continue
    if (/^#{2,6} |^[-*+] /.test(line)) return false
    lines++
    if (codeLine.test(line.slice(0, maxLine).trimEnd())) code++
  }
  return lines >= fewestLines && code >= lines * codeShare
}
