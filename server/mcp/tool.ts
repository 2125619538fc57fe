/** Groups of tools among which a client chooses (behavior: MCP). */
export const toolsetNames = ['identity', 'review', 'discovery', 'organization', 'admin', 'persona'] as const
export type Toolset = (typeof toolsetNames)[number]
export const defaultToolsets: readonly Toolset[] = ['identity', 'review']

interface Described {
  name: string
  title: string
  /** Says what the tool does and when to use it. */
  description: string
  /** Arguments of an example call. */
  example: Record<string, unknown>
  /** Changes nothing, although its operation is not a GET. */
  readOnly?: boolean
  /** Deletes or removes something. */
  destructive?: boolean
  /** Records that the tool lists with their ids, named as errors name them: a "not found" error points to this tool. */
  lists?: readonly string[]
}

/** A tool that calls a single operation of the API. */
export interface OperationTool extends Described {
  /** The operation's name (`http/requests/operation-id.ts`). */
  operation: string
  /** The operation's arguments that the tool accepts: `maxTokens`, or `agent=agentId` to rename one. */
  args: readonly string[]
  /** Arguments that the tool requires in addition to the operation's required ones. */
  required?: readonly string[]
  /** Arguments with a constant value. */
  fixed?: Readonly<Record<string, unknown>>
}

/** A tool that chooses among operations, or calls several. */
interface CompositeTool extends Described {
  operations: readonly string[]
  /** The tool's arguments: the JSON schema of each, by name. */
  properties: Readonly<Record<string, { description: string; [keyword: string]: unknown }>>
  required?: readonly string[]
  run: (args: Record<string, unknown>, call: CallOperation) => Promise<unknown>
}

export type CallOperation = (operation: string, args: Record<string, unknown>) => Promise<unknown>

export type ToolDefinition = OperationTool | CompositeTool

/** One caller with the tools that it chose. */
export interface Session {
  /** The organization that the key belongs to. */
  orgId: string | undefined
  toolsets: readonly Toolset[]
  readOnly: boolean
  /** Whether the key may call an operation at all. */
  may(operation: string): boolean
  call: CallOperation
}
