import type { Answer } from './client.ts'

/** The words of the identity model as people read them. */

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
  /** What belongs here, for somebody who has never seen it. */
  hint: string
}

interface KindWords {
  plural: 'beliefs' | 'responsibilities'
  title: string
  hint: string
  categories: CategoryWords[]
}

/** Titles are those of the prompt's headings, by which a line is found again. */
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
      { id: 'ownership', title: 'Ownership', hint: 'What it answers for' },
      { id: 'execution', title: 'Execution', hint: 'The work it carries out' },
      { id: 'collaboration', title: 'Collaboration', hint: 'How it works with others' },
      { id: 'deliverables', title: 'Deliverables', hint: 'What it hands over' },
      { id: 'monitoring', title: 'Monitoring', hint: 'What it keeps watch on' },
    ],
  },
}

export const kindNames: Kind[] = ['belief', 'responsibility']

/** All ten, in the order of prompts. */
export const categories: CategoryWords[] = kindNames.flatMap((kind) => kinds[kind].categories)

export const kindOf = (category: Category): Kind =>
  kinds.belief.categories.some(({ id }) => id === category) ? 'belief' : 'responsibility'

/** Whether an item is of a kind, for a filter. */
export const isOfKind =
  <K extends Kind>(kind: K) =>
  <T extends { category: Category }>(item: T): item is T & { category: CategoryOf[K] } =>
    kindOf(item.category) === kind

export const titleOf = (category: Category) => categories.find(({ id }) => id === category)!.title

/** The three layers: never told apart by color alone. */
export const layers: Record<Layer, { title: string; color: string; hint: string }> = {
  org: { title: 'Organization', color: 'grape', hint: 'Every agent of the organization inherits it' },
  group: { title: 'Group', color: 'teal', hint: 'Every agent of the group inherits it' },
  agent: { title: 'Agent', color: 'blue', hint: 'This agent’s own' },
}
export const layerNames: Layer[] = ['org', 'group', 'agent']

/** 3, 'agent' → '3 agents' */
export const pluralize = (count: number, noun: string, plural = `${noun}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/** 2026-11-21T09:30:00Z → 21 Nov 2026, 10:30 (in the reader's time zone) */
export const formatDateTime = (timestamp: string) =>
  new Date(timestamp).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
