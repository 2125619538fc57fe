import type { ConfigEdit } from '../files/config-edit.ts'
import type { ReaderOf } from '../transcripts/reader.ts'
import type { InstructionsMode } from './claude-instructions.ts'
import type { MemorySource } from './memory-source.ts'
import type { ReaderProgram } from './reader-program.ts'

/** A coding tool: everything that this command knows of it. */

/** The files that a connection is written to. */
export interface Where {
  /** `project` writes into the repository, `user` into the configuration of the person on this machine. */
  scope: 'project' | 'user'
  /** The root of the repository, or the working directory outside of one. */
  folder: string
  isRepository: boolean
  home: string
}

export interface Connection extends Where {
  /** The address of the service. */
  url: string
  /** The key for files that only their owner reads; files of a repository refer to the environment instead. */
  key: string | undefined
  /** The command that prints the digest when a session starts. */
  hook: string
  /** The command that reads a session when it ends; undefined takes out a hook that was set up before. */
  learn: string | undefined
}

/**
 * A part that a tool lacks is `undefined` in words, so that the compiler names each part that a new tool has to decide.
 */
export interface CodingTool {
  title: string
  /** How `connect` gives it our tools by MCP. */
  connect: ConnectPart | undefined
  /** The rules files that it reads at the start of a session; every tool that `connect` sets up has some. */
  rules: RulesPart | undefined
  /** How it runs a command of ours when a session starts and ends. */
  hook: HookPart | undefined
  /** How `sessions` reads its transcripts. */
  transcripts: TranscriptsPart | undefined
  /** Where it keeps what it notes by itself, for `memories`. */
  memories: readonly MemorySource[] | undefined
  /** How it is run once to read turns, for `sessions read --with`. */
  runsAsReader: ReaderProgram | undefined
  /** The manifest of our plugin for it, from the root of the repository. */
  plugin: string | undefined
}

interface ConnectPart {
  /** The configuration that the tool needs; undefined when it has none in this scope. */
  edits: (connection: Connection) => ConfigEdit[] | undefined
  /** Steps that the tool asks the person for. */
  steps: (connection: Connection) => string[]
  /** It asks the person for the key, so that no file holds it. */
  asksForKey?: true
}

/**
 * Files of which the tool reads the first one that exists; one that ends with `/` is a folder whose files are all read.
 */
export type Alternatives = readonly string[]

interface RulesPart {
  /** The file that `connect` writes into a repository; undefined where a hook gives the identity instead. */
  written?: string
  /** In each folder from the working directory up to the root of the repository. */
  project: readonly Alternatives[]
  /** In the person's own configuration. */
  user: (home: string) => readonly Alternatives[]
  /** Files that are read where no folder has one of the first files of `project`: those before the last. */
  instead?: {
    files: readonly string[]
    /** The choice of the person between both, for the root of a repository. */
    mode: (root: string, home: string) => InstructionsMode
  }
  /** Reads the folders above the repository too. */
  isUpToRoot?: true
  /** The settings of a repository or a user whose `context.fileName` names other files instead. */
  settings?: string
}

interface HookPart {
  /** The settings by which it runs the commands of a connection. */
  edits: (connection: Connection) => ConfigEdit[]
  /** The output that makes the tool put a text into the context of the model; the text itself by default. */
  output?: (text: string) => string
}

interface TranscriptsPart {
  /** Loaded when sessions are read, since every command loads the table of tools. */
  reader: () => Promise<ReaderOf>
  /** In the first records of each transcript, for one in a git repository. */
  sign?: RegExp
}

/**
 * The settings that connect a tool: the server, and the hooks where it has them. Undefined
 * when it has none in this scope.
 */
export function editsOf({ connect, hook }: CodingTool, connection: Connection): ConfigEdit[] | undefined {
  const server = connect?.edits(connection)
  return server && [...server, ...(hook?.edits(connection) ?? [])]
}

/** The environment variable that configuration in a repository refers to. */
export const keyVariable = 'AGENT_IDENTITY_API_KEY'

export const serverName = 'agent-identity'

/** A connection for which only the paths of files matter. */
export const emptyConnection = (where: Where): Connection => ({
  ...where,
  url: '',
  key: undefined,
  hook: '',
  learn: '',
})
