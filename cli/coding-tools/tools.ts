import type { CodingTool } from './tool.ts'
import { claudeCode } from './tools/claude-code.ts'
import { cline } from './tools/cline.ts'
import { codex } from './tools/codex.ts'
import { continueCli } from './tools/continue.ts'
import { copilot } from './tools/copilot.ts'
import { cursor } from './tools/cursor.ts'
import { gemini } from './tools/gemini.ts'
import { goose } from './tools/goose.ts'
import { memoryBank } from './tools/memory-bank.ts'
import { openclaw } from './tools/openclaw.ts'
import { opencode } from './tools/opencode.ts'
import { pi } from './tools/pi.ts'
import { qwen } from './tools/qwen.ts'
import { vscode } from './tools/vscode.ts'

/** The coding tools that this command knows, each with its parts. Commands list them in this order. */
const table = {
  'claude-code': claudeCode,
  codex,
  cursor,
  vscode,
  openclaw,
  pi,
  gemini,
  qwen,
  opencode,
  copilot,
  cline,
  continue: continueCli,
  goose,
  'memory-bank': memoryBank,
} satisfies Record<string, CodingTool>

/** The name of a tool in commands, in files of this command, and in what it sends. */
export type ToolId = keyof typeof table

export const codingTools: { readonly [id in ToolId]: CodingTool } = table

type Part = Exclude<keyof CodingTool, 'title'>

/** The tools that have a part. */
export type ToolWith<P extends Part> = {
  [id in ToolId]: (typeof table)[id][P] extends undefined ? never : id
}[ToolId]

/** The tools that have a part, in the order of the table. */
export const toolsWith = <P extends Part>(part: P): ToolWith<P>[] =>
  (Object.keys(table) as ToolWith<P>[]).filter((id) => codingTools[id][part] !== undefined)

/** The part of a tool that has it. */
export const partOf = <P extends Part>(id: ToolWith<P>, part: P): NonNullable<CodingTool[P]> => codingTools[id][part]!

/** Finds a tool that has a part by its name, or by the name of Claude Code's program, `claude`. */
export const findTool = <P extends Part>(name: string, part: P): ToolWith<P> | undefined => {
  const id = name === 'claude' ? 'claude-code' : name
  return toolsWith(part).find((other) => other === id)
}
