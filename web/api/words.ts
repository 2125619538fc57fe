import type { ChartColor } from '../chart-colors.ts'
import type { Answer } from './client.ts'

/** The vocabulary of the identity model as the page shows it. */

type Resolved = Answer<'/agents/{agentId}/resolved-identity', 'get'>
export type ResolvedItem = Resolved['beliefs'][number] | Resolved['responsibilities'][number]
export type Category = ResolvedItem['category']
interface CategoryOf {
  belief: Resolved['beliefs'][number]['category']
  responsibility: Resolved['responsibilities'][number]['category']
}
export type Layer = ResolvedItem['source']
export type Kind = keyof CategoryOf

export interface CategoryWords {
  id: Category
  title: string
  /** Describes what belongs here, for newcomers. */
  hint: string
}

interface KindWords {
  plural: 'beliefs' | 'responsibilities'
  title: string
  hint: string
  categories: CategoryWords[]
}

/** The titles match the headings of the prompt, by which a line is traced to its item. */
export const kinds: Record<Kind, KindWords> = {
  belief: {
    plural: 'beliefs',
    title: 'Beliefs',
    hint: 'What the agent holds to be true',
    categories: [
      { id: 'axiom', title: 'Axioms', hint: 'Foundational truths' },
      { id: 'principle', title: 'Principles', hint: 'Guiding rules' },
      { id: 'voice', title: 'Voice', hint: 'How it communicates' },
      { id: 'preference', title: 'Preferences', hint: 'Tendencies and defaults' },
      { id: 'boundary', title: 'Boundaries', hint: 'Lines it never crosses' },
    ],
  },
  responsibility: {
    plural: 'responsibilities',
    title: 'Responsibilities',
    hint: 'What the agent is here to do',
    categories: [
      { id: 'ownership', title: 'Ownership', hint: 'What it is accountable for' },
      { id: 'execution', title: 'Execution', hint: 'The work it carries out' },
      { id: 'collaboration', title: 'Collaboration', hint: 'How it works with others' },
      { id: 'deliverables', title: 'Deliverables', hint: 'What it delivers' },
      { id: 'monitoring', title: 'Monitoring', hint: 'What it keeps an eye on' },
    ],
  },
}

export const kindNames: Kind[] = ['belief', 'responsibility']

/** All ten categories, in the order of the prompt. */
export const categories: CategoryWords[] = kindNames.flatMap((kind) => kinds[kind].categories)

export const kindOf = (category: Category): Kind =>
  kinds.belief.categories.some(({ id }) => id === category) ? 'belief' : 'responsibility'

export const titleOf = (category: Category) => categories.find(({ id }) => id === category)!.title

/** The three layers, which never differ by color alone. */
export const layers: Record<Layer, { title: string; color: ChartColor; hint: string }> = {
  org: { title: 'Organization', color: 'grape', hint: 'Inherited by every agent in the organization' },
  group: { title: 'Group', color: 'teal', hint: 'Inherited by every agent in the group' },
  agent: { title: 'Agent', color: 'blue', hint: 'Specific to this agent' },
}
export const layerNames: Layer[] = ['org', 'group', 'agent']

const sourceTypes: Record<string, string> = {
  github_commit: 'GitHub commit',
  github_file: 'GitHub file',
  github_review: 'GitHub review',
  tweet: 'Post on X',
  substack_post: 'Substack post',
  linkedin_profile: 'LinkedIn profile',
  linkedin_post: 'LinkedIn post',
  linkedin_article: 'LinkedIn article',
  website_page: 'Website page',
  rss_entry: 'Feed entry',
  observation: 'Report of the agent',
  claude_md: 'Rules file',
  agents_md: 'Rules file',
  bootstrap: 'Recommendation',
}

/** `github_commit` → `GitHub commit` */
export function sourceTypeTitle(type = 'content'): string {
  return capitalized(sourceTypes[type] ?? type.replaceAll('_', ' '))
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The coding agent and the project of a session, as far as they are known: `claude-code · ~/shop`. */
export const sessionTitle = ({ tool, project }: { tool?: unknown; project?: unknown }): string =>
  [tool, project].filter((part) => typeof part === 'string' && part !== '').join(' · ')

/** 3, 'agent' → '3 agents' */
export const pluralize = (count: number, noun: string, plural = `${noun}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/** 2026-11-21T09:30:00Z → 21 Nov 2026, 10:30 (in the reader's time zone) */
export const formatDateTime = (timestamp: string) =>
  new Date(timestamp).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** 2026-11-21T09:30:00Z → 21 Nov 2026 (in the reader's time zone) */
export const formatDate = (timestamp: string) =>
  new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'medium' })

/** Where people said something: "in 2 sessions and 1 conversation, last on 12 Nov 2026". */
export function whereSaid({
  sessions,
  conversations,
  last_at,
}: {
  sessions: number
  conversations: number
  last_at: string
}): string {
  const places = [
    ...(sessions > 0 ? [pluralize(sessions, 'session')] : []),
    ...(conversations > 0 ? [pluralize(conversations, 'conversation')] : []),
  ]
  return `in ${places.join(' and ')}, ${sessions + conversations > 1 ? 'last on' : 'on'} ${formatDate(last_at)}`
}
