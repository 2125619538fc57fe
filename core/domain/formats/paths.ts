import type { FormatName } from './format.ts'

/** Detects the format of a file by its path. */

const byPath: readonly (readonly [RegExp, FormatName])[] = [
  [/\.mdc$|(?:^|\/)\.cursorrules$/i, 'cursor'],
  [/(?:^|\/)copilot-instructions\.md$|\.instructions\.md$/i, 'copilot'],
  [/\.agent\.md$/i, 'copilot_agent'],
  [/(?:^|\/)\.claude\/agents\//i, 'claude_subagent'],
  [/(?:^|\/)SKILL\.md$/i, 'skill'],
  [/(?:^|\/)GEMINI\.md$/i, 'gemini'],
  [/(?:^|\/)CLAUDE(?:\.local)?\.md$|(?:^|\/)\.claude\/rules\//i, 'claude_md'],
  [/(?:^|\/)AGENTS\.md$/i, 'agents_md'],
  [/(?:^|\/)\.windsurfrules$|(?:^|\/)\.(?:windsurf|devin)\/rules\//i, 'windsurf'],
  [/(?:^|\/)\.clinerules(?:\/|$)/i, 'cline'],
  [/(?:^|\/)(?:SOUL|IDENTITY)\.md$/i, 'soul_md'],
  [/\.af$/i, 'letta'],
  [/\.png$/i, 'character_card'],
]

export const formatByPath = (path: string): FormatName | undefined =>
  byPath.find(([pattern]) => pattern.test(path))?.[1]
