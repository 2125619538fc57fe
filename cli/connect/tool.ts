import type { ConfigEdit } from './config-edit.ts'

/** How a coding tool is connected to the service. */

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

export interface CodingTool {
  title: string
  /** The configuration that the tool needs; undefined when it has none in this scope. */
  edits: (connection: Connection) => ConfigEdit[] | undefined
  /** The rules file that is written into a repository; undefined where a hook gives the identity instead. */
  rules?: string
  /** Steps that the tool asks the person for. */
  steps: (connection: Connection) => string[]
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
