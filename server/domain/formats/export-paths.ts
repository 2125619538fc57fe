import type { FormatName } from './format.ts'

/**
 * Paths of each format's files in a repository, with `/`; `*` is the agent's slug. The command line writes only these
 * paths, never others that a service names.
 */
export const exportPaths = {
  agents_md: ['AGENTS.md'],
  claude_md: ['CLAUDE.md'],
  soul_md: ['SOUL.md', 'IDENTITY.md'],
  cursor: ['.cursor/rules/identity.mdc'],
  copilot: ['.github/copilot-instructions.md'],
  copilot_agent: ['.github/agents/*.agent.md'],
  gemini: ['GEMINI.md'],
  windsurf: ['.windsurf/rules/identity.md'],
  cline: ['.clinerules/identity.md'],
  claude_subagent: ['.claude/agents/*.md'],
  skill: ['.claude/skills/*/SKILL.md'],
  letta: ['agent.af'],
  crewai: ['config/agents.yaml'],
  character_card: ['character-card.json'],
  elizaos: ['character.json'],
  personanexus: ['identity.yaml'],
  agent_spec: ['agent-spec.yaml'],
  a2a_card: ['.well-known/agent-card.json'],
  json: ['identity.json'],
} as const satisfies Record<FormatName, readonly string[]>

/** Whether these are the paths of all files of an export, in order. */
export const areExportPaths = (format: FormatName, paths: readonly string[]): boolean =>
  paths.length === exportPaths[format].length &&
  exportPaths[format].every((pattern, index) => {
    const [before, after] = pattern.split('*') as [string, string?]
    const path = paths[index]!
    if (after === undefined) return path === pattern
    const slug = path.slice(before.length, path.length - after.length)
    return path === before + slug + after && /^[a-z0-9][a-z0-9-]*$/.test(slug)
  })
