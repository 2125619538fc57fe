import { basename, dirname } from 'node:path'
import { nameList, shortPath } from '../output.ts'
import { findTakenAwayBy, type ReadingTool, type TakenAway } from './rules-read.ts'
import { codingTools } from './tools.ts'

/** Says which rules of a person tools do not read beside files of ours, and the ways out. */
export function describeTakenAway({ tool, files, by }: TakenAway, agent = 'AGENT'): string {
  const { title } = codingTools[tool]
  const [others, ours] = [nameList(files.map(shortPath)), nameList(by.map(shortPath))]
  const own = files.map((file) => basename(file)).find((name) => Object.hasOwn(blockFormats, name)) ?? 'AGENTS.md'
  const inOther = `keep the identity in ${own} instead: "${pullBlock(agent, own)}"`
  const canInclude = own === 'AGENTS.md' && by.some((file) => basename(file) === 'CLAUDE.md')
  return [
    `Beside ${ours}, ${title} does not read ${others}, whose own rules do not reach it then.`,
    canInclude
      ? `Either ${inOther}; or write a CLAUDE.md with the line "@AGENTS.md", and add the identity to it: "${pullBlock(agent, 'CLAUDE.md')}".`
      : `The way out: ${inOther}.`,
  ].join(' ')
}

const blockFormats: Record<string, string> = {
  'AGENTS.md': 'agents_md',
  'CLAUDE.md': 'claude_md',
  'GEMINI.md': 'gemini',
}

const pullBlock = (agent: string, name: string) => `agent-identity pull ${agent} --format ${blockFormats[name]} --block`

interface NewFile {
  file: string
  agent: string
}

/**
 * Sentences about rules that tools stop to read when files are written.
 *
 * @param only the tool that it matters for; all by default.
 */
export const warningsOf = (files: readonly NewFile[], only?: ReadingTool): string[] =>
  files.flatMap(({ file, agent }) =>
    findTakenAwayBy(file, dirname(file))
      .filter(({ tool }) => only === undefined || tool === only)
      .map((taken) => describeTakenAway(taken, agent)),
  )
