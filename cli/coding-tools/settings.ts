import { join } from 'node:path'
import type { ConfigEdit } from '../files/config-edit.ts'
import { type Connection, keyVariable, serverName } from './tool.ts'

/** Parts of settings that several tools share. */

/** The value of the header, with the key or with a reference to the environment in the tool's own form. */
export const authorization = ({ key, scope }: Connection, reference: string) => ({
  Authorization: `Bearer ${scope === 'user' && key ? key : reference}`,
})

/** The name of a tool that sends none by itself, so that people see who proposed a change. */
export const named = (tool: string) => ({ 'X-Client': `coding-tool/${tool}` })

export const mcpServer = (file: string, value: object): ConfigEdit => ({
  file,
  language: 'json',
  path: ['mcpServers', serverName],
  value,
  isServer: true,
})

const isOurHook = (element: unknown): boolean => / hook --for /.test(JSON.stringify(element))

const isOurLearning = (element: unknown): boolean => / sessions learn --for /.test(JSON.stringify(element))

/** The command of a hook as a tool runs it. */
type HookValue = (command: string) => object

/**
 * A hook that runs at every start of a session (a new one, a resumed one, and after a compaction), and one that reads a
 * session at its end, if the person asked for it.
 */
export const sessionHooks = (
  file: string,
  { hook, learn }: Connection,
  [start, end]: readonly [string, string],
  value: HookValue,
): ConfigEdit[] => [
  { file, language: 'json', path: ['hooks', start], isOurs: isOurHook, value: value(hook) },
  {
    file,
    language: 'json',
    path: ['hooks', end],
    isOurs: isOurLearning,
    value: learn === undefined ? undefined : value(learn),
  },
]

/** The hooks of most tools. @param timeout in the tool's own unit. */
export const commandHooks = (file: string, connection: Connection, timeout: number): ConfigEdit[] =>
  sessionHooks(file, connection, ['SessionStart', 'SessionEnd'], (command) => ({
    hooks: [{ type: 'command', command, timeout }],
  }))

/** A hook that runs with each file of instructions that the tool loads, and reports those of ours. */
export const loadedHook = (file: string, { hook: command }: Connection, timeout: number): ConfigEdit => ({
  file,
  language: 'json',
  path: ['hooks', 'InstructionsLoaded'],
  isOurs: isOurHook,
  value: { hooks: [{ type: 'command', command, timeout }] },
})

/** The folder of the tool within the repository, or the person's own. */
export const within = ({ scope, folder, home }: Connection, name: string, own = join(home, name)): string =>
  scope === 'project' ? join(folder, name) : own

/** The step of a person whose settings refer to the environment for the key. */
export const exported = ({ scope, key }: Connection): string[] =>
  scope === 'user' && key
    ? []
    : [
        `Set ${keyVariable} in the environment that the tool starts in, such as by \`export ${keyVariable}=$(agent-identity keys show)\` in your shell's profile; no key is written to the repository.`,
      ]
