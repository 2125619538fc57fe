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

/** The folders of a repository in which tools look for skills, the default first. */
export const skillFolders = ['.claude/skills', '.agents/skills'] as const
export type SkillFolder = (typeof skillFolders)[number]

/** The path of a skill's file in one of these folders. */
export const inSkillFolder = (path: string, folder: SkillFolder): string =>
  `${folder}${path.slice(skillFolders[0].length)}`

/**
 * Whether these are the paths of all files of an export, in order; a skill may lie in another folder than the default.
 */
export const areExportPaths = (
  format: FormatName,
  paths: readonly string[],
  folder: SkillFolder = skillFolders[0],
): boolean =>
  paths.length === exportPaths[format].length &&
  exportPaths[format].every((pattern, index) => {
    const expected = format === 'skill' ? inSkillFolder(pattern, folder) : pattern
    const [before, after] = expected.split('*') as [string, string?]
    const path = paths[index]!
    if (after === undefined) return path === expected
    const slug = path.slice(before.length, path.length - after.length)
    return path === before + slug + after && /^[a-z0-9][a-z0-9-]*$/.test(slug)
  })
