import type { Operations } from '../http/operations/operations.ts'
import { type Session, toolsetNames } from './tool.ts'
import { type Tool, toolsOf } from './tools.ts'

/**
 * Completes an error such as "Agent not found" with the tool that lists agents, from another toolset if the session has
 * none.
 */
export function withWayOut(
  message: string,
  { session: { may }, offered, operations }: { session: Session; offered: Iterable<Tool>; operations: Operations },
): string {
  const [, what] = /^(.+) not found$/.exec(message) ?? []
  const find = (tools: Iterable<Tool>) =>
    [...tools].find((tool) => tool.lists.some((name) => name === what) && tool.operations.every(may))
  const own = find(offered)
  if (own) return `${message}; call ${own.listed.name} to see which there are`
  for (const toolset of toolsetNames) {
    const other = find(toolsOf([toolset], operations).values())
    if (other) return `${message}; call ${other.listed.name} of the toolset ${toolset} to see which there are`
  }
  return message
}
