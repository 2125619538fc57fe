/** Which tools belong together; a client chooses among them (behavior: MCP). */
export const toolsetNames = ['identity', 'review', 'discovery', 'organization', 'admin', 'persona'] as const
export type Toolset = (typeof toolsetNames)[number]
export const defaultToolsets: readonly Toolset[] = ['identity', 'review']

interface Described {
  name: string
  title: string
  /** What it does and when to use it. */
  description: string
  /** Arguments that show how it is called. */
  example: Record<string, unknown>
  /** Changes nothing, although its operation is no GET. */
  readOnly?: boolean
  /** Takes something away. */
  destructive?: boolean
  /** Records that it lists with their ids, as errors name them: one that is not found names this tool. */
  lists?: readonly string[]
}

/** A tool that is one operation of the API. */
export interface OperationTool extends Described {
  /** The operation's name (`http/requests/operation-id.ts`). */
  operation: string
  /** The operation's arguments that it takes: `maxTokens`, or with a name of its own `agent=agentId`. */
  args: readonly string[]
  /** Which of them it cannot do without, besides those that the operation requires. */
  required?: readonly string[]
  /** Arguments that are always the same. */
  fixed?: Readonly<Record<string, unknown>>
}

/** A tool that chooses among operations, or asks several. */
interface CompositeTool extends Described {
  operations: readonly string[]
  /** Its arguments, by name, with the JSON schema of each. */
  properties: Readonly<Record<string, { description: string; [keyword: string]: unknown }>>
  required?: readonly string[]
  run: (args: Record<string, unknown>, call: CallOperation) => Promise<unknown>
}

export type CallOperation = (operation: string, args: Record<string, unknown>) => Promise<unknown>

export type ToolDefinition = OperationTool | CompositeTool

/** Who is served, and with what. */
export interface Session {
  /** The organization that the key belongs to. */
  orgId: string | undefined
  toolsets: readonly Toolset[]
  readOnly: boolean
  /** Whether the key may call an operation at all. */
  may(operation: string): boolean
  call: CallOperation
}
