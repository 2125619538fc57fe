import type { Answer } from './client.ts'

/** The formats of other tools, as their tools call them. */

export type Format = Answer<'/agents/{agentId}/import', 'post'>['format']

export const formatTitles: Record<Format, string> = {
  claude_md: 'Claude Code (CLAUDE.md)',
  agents_md: 'AGENTS.md',
  cursor: 'Cursor',
  copilot: 'GitHub Copilot',
  copilot_agent: 'GitHub Copilot agent',
  gemini: 'Gemini CLI (GEMINI.md)',
  windsurf: 'Windsurf',
  cline: 'Cline',
  claude_subagent: 'Claude Code subagent',
  skill: 'Agent Skill (SKILL.md)',
  soul_md: 'OpenClaw (SOUL.md, IDENTITY.md)',
  letta: 'Letta (.af)',
  crewai: 'CrewAI',
  character_card: 'Character Card V3',
  elizaos: 'elizaOS',
  personanexus: 'PersonaNexus',
  agent_spec: 'Open Agent Specification',
  a2a_card: 'A2A agent card',
  json: 'JSON (own layer, complete)',
}
