import { renderPrompt } from '../identity/prompt.ts'
import { inline, oneLine } from '../text/markdown.ts'
import { exportPaths } from './export-paths.ts'
import { emptyReading, type Format, type FormatFile, notKept, type Reading, type Source } from './format.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { asComment } from './marker.ts'
import { lostInMarkdown } from './sections.ts'

/** OpenClaw: SOUL.md is free text, IDENTITY.md a list of labeled fields. */
export const soul: Format = {
  write: ({ agent, items, marker }) => ({
    files: [
      { path: exportPaths.soul_md[0], content: `${asComment(marker)}\n\n${renderPrompt(agent, items)}` },
      { path: exportPaths.soul_md[1], content: `${asComment(marker)}\n\n${identityCard(agent)}` },
    ],
    lost: lostInMarkdown(items),
  }),
  read: (file, isOurs) => (isCard(file) ? readCard(file) : readMarkdownFile(file, isOurs)),
}

const isCard = ({ path }: FormatFile) => /(?:^|\/)IDENTITY\.md$/i.test(path)

function identityCard(agent: Source['agent']): string {
  const fields = {
    Name: oneLine(agent.name),
    Creature: 'AI agent',
    Role: agent.job_title,
    Location: agent.location,
    Timezone: agent.timezone,
    Tags: agent.identity_markers.join(', '),
    Avatar: agent.avatar_url,
  }
  const lines = Object.entries(fields).flatMap(([label, value]) =>
    oneLine(value ?? '') === '' ? [] : `- **${label}:** ${inline(value ?? '')}`,
  )
  return `# IDENTITY.md - Who Am I?\n\n${lines.join('\n')}\n`
}

const field = /^[ \t]*[-*][ \t]+\*\*([^*:\n]{1,40}):?\*\*/
/** Headings, rules, comments, and the hints in italics of OpenClaw's own template. */
const isDecoration = (line: string) => /^\s*(?:$|#|-{3,}|<!--|_|\*[^*]|\()/.test(line)

/** The profile is left unchanged: an import only changes items. */
function readCard({ content }: FormatFile): Reading {
  const lines = content.split(/\r\n?|\n/)
  const labels = lines.flatMap((line) => field.exec(line)?.[1]?.toLowerCase() ?? [])
  const others = lines.filter((line) => !field.test(line) && !isDecoration(line))
  return {
    ...emptyReading(),
    lost: [
      ...notKept(labels, 'is part of the profile; change it on the agent'),
      ...notKept(new Set(others.map((line) => line.trim().slice(0, 80))), 'is not read here; put rules into SOUL.md'),
    ],
  }
}
