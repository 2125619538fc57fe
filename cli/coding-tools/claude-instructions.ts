import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'jsonc-parser'
import { programOnPath } from '../files/program-on-path.ts'

/**
 * The choice of Claude Code between CLAUDE.md and AGENTS.md: by the version of the program,
 * and by a setting of the person.
 */

export type InstructionsMode = 'claude-md' | 'claude-md-or-agents-md' | 'claude-md-and-agents-md' | 'managed-only'

const modes: readonly string[] = ['claude-md', 'claude-md-or-agents-md', 'claude-md-and-agents-md', 'managed-only']

/** The first version that reads AGENTS.md. */
const firstVersion = [2, 1, 277]

/** The plugin within Claude Code that reads AGENTS.md, whose options only the person's own settings hold. */
const plugin = /^(?:cc-plugin-)?agents-md@builtin$/

/** The files that Claude Code reads in a folder. An unknown version is taken for a present one. */
export function instructionsMode(folder: string, settingsFolder: string): InstructionsMode {
  const version = installedVersion()
  if (version && isBefore(version, firstVersion)) return 'claude-md'
  const own = settingsAt(join(settingsFolder, 'settings.json'))
  const [, config] = Object.entries(own.pluginConfigs ?? {}).find(([name]) => plugin.test(name)) ?? []
  const local = ['settings.local.json', 'settings.json'].map((name) => settingsAt(join(folder, '.claude', name)))
  const chosen = [config?.options, ...local, own].map((settings) => settings?.instructionFiles)
  return (chosen.find((mode) => modes.includes(mode as string)) ?? 'claude-md-or-agents-md') as InstructionsMode
}

interface Settings {
  instructionFiles?: unknown
  pluginConfigs?: Record<string, { options?: Settings }>
}

function settingsAt(file: string): Settings {
  try {
    return parse(readFileSync(file, 'utf8')) ?? {}
  } catch {
    return {}
  }
}

/** The version of the command on the PATH, by its folder (the installer) or its package (npm), without starting it. */
function installedVersion(): number[] | undefined {
  const file = programOnPath('claude')
  if (file === undefined) return undefined
  const program = realpathSync(file)
  const [, inPath] = /claude(?:-code)?[/\\](?:versions[/\\])?(\d+\.\d+\.\d+)/.exec(program) ?? []
  return versionOf(inPath ?? packageVersion(dirname(program)))
}

function packageVersion(folder: string, depth = 2): string | undefined {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return depth > 0 ? packageVersion(dirname(folder), depth - 1) : undefined
  const { name, version } = settingsAt(file) as { name?: unknown; version?: unknown }
  return name === '@anthropic-ai/claude-code' && typeof version === 'string' ? version : undefined
}

const versionOf = (text: string | undefined): number[] | undefined => text?.split('.').map(Number)

function isBefore(version: number[], other: number[]): boolean {
  const at = other.findIndex((part, index) => part !== version[index])
  return at >= 0 && version[at]! < other[at]!
}
