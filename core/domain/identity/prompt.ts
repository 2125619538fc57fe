import type { Category, Kind } from '../kinds.ts'
import { heading, inline, oneLine, paragraph, strongParagraph, unreadable } from '../text/markdown.ts'
import { compareItems, type IdentityItem } from './identity.ts'
import { slugify } from './slug.ts'

/** The profile of an agent, everything besides its items (behavior: Prompt); `identity_markers` are its tags. */
export interface Profile {
  name: string
  description: string | null
  job_title: string | null
  location: string | null
  timezone: string | null
  identity_markers: readonly string[]
}

export const fileTypes = ['agent', 'soul', 'responsibilities', 'identity'] as const
export type FileType = (typeof fileTypes)[number]

interface Heading {
  title: string
  /** One line to the agent on what the section is for. */
  purpose: string
}

const kindHeadings: Record<Kind, Heading> = {
  belief: {
    title: 'Beliefs',
    purpose: 'What you hold to be true. It shapes every answer you give and every choice you make.',
  },
  responsibility: { title: 'Responsibilities', purpose: 'What you are here to do, and what others rely on you for.' },
}

/** The name of each category in prompts and files, and the line that explains it. */
export const categoryHeadings: Record<Category, Heading> = {
  axiom: { title: 'Axioms', purpose: 'Foundational truths. Reason from them; do not argue them away.' },
  principle: { title: 'Principles', purpose: 'Guiding rules. Follow them in everything you do.' },
  voice: { title: 'Voice', purpose: 'How you communicate. Write and speak this way.' },
  preference: {
    title: 'Preferences',
    purpose: 'Tendencies and defaults. Follow them unless the situation calls for something else.',
  },
  boundary: {
    title: 'Boundaries',
    purpose: 'Lines you never cross, whoever asks and whatever the reason. They outrank everything else here.',
  },
  ownership: { title: 'Ownership', purpose: 'What is yours. You answer for it, also when others do the work.' },
  execution: { title: 'Execution', purpose: 'The work that you carry out yourself.' },
  collaboration: { title: 'Collaboration', purpose: 'How you work with others.' },
  deliverables: { title: 'Deliverables', purpose: 'What you produce and hand over.' },
  monitoring: { title: 'Monitoring', purpose: 'What you keep watch on, and act on when it changes.' },
}

export const emphasisNote = 'What is set in **bold** matters most.'
export const unwritten =
  'Nothing more is laid down for you yet. Use good judgment, be honest, and ask when something is unclear.'

export const toneHeading = heading(2, 'Dominant tone')
/** The sentence that makes the statement of a voice belief dominant. */
export const toneSentence = (statement: string): string => inline(`Let this set the tone of all you say: ${statement}`)

/** The lines that are the same in every prompt. */
export const fixedLines: ReadonlySet<string> = new Set([
  emphasisNote,
  unwritten,
  ...Object.values(kindHeadings).map(({ purpose }) => purpose),
  ...Object.values(categoryHeadings).map(({ purpose }) => purpose),
])
/** The titles under which prompts list the categories of a kind. */
export const kindTitles: readonly string[] = Object.values(kindHeadings).map(({ title }) => title)

/**
 * The system prompt (behavior: Prompt): the profile, then every given item that is not hidden. The items are a resolved
 * identity in any order; the same identity gives the same bytes. Ends with a line feed.
 */
export function renderPrompt(profile: Profile, items: readonly IdentityItem[]): string {
  const visible = visibleInOrder(items)
  return join([
    ...profileBlocks(profile),
    ...(visible.length === 0 ? [unwritten] : noteOnEmphasis(visible)),
    ...sectionsOf(visible),
  ])
}

/**
 * One of the four markdown files (behavior: Prompt): the whole prompt, the beliefs, the responsibilities,
 * or the profile. Items as for `renderPrompt`.
 */
export function renderFile(type: FileType, profile: Profile, items: readonly IdentityItem[]): string {
  switch (type) {
    case 'agent':
      return renderPrompt(profile, items)
    case 'soul':
      return kindFile('belief', profile, items)
    case 'responsibilities':
      return kindFile('responsibility', profile, items)
    case 'identity':
      return join([heading(1, nameOf(profile)), profileList(profile)])
  }
}

/**
 * The download name of a file (behavior: Prompt), ASCII: `nova-SOUL.md`, or `SOUL.md` for a name that leaves no slug.
 */
export function fileName(type: FileType, agentName: string): string {
  const slug = slugify(agentName).slice(0, 60).replace(/-$/, '')
  return `${slug && `${slug}-`}${type.toUpperCase()}.md`
}

function kindFile(kind: Kind, profile: Profile, items: readonly IdentityItem[]): string {
  const visible = visibleInOrder(items.filter((item) => item.kind === kind))
  const sections =
    visible.length === 0
      ? [heading(2, kindHeadings[kind].title), 'Nothing is laid down here yet.']
      : [...noteOnEmphasis(visible), ...sectionsOf(visible)]
  return join([heading(1, nameOf(profile)), ...sections])
}

/**
 * The sections of a prompt for some of its items, without the profile; empty without items.
 * Items as for `renderPrompt`.
 */
export function renderItems(items: readonly IdentityItem[]): string {
  const visible = visibleInOrder(items)
  return visible.length === 0 ? '' : join([...noteOnEmphasis(visible), ...sectionsOf(visible)])
}

/** The sections of a prompt about the agent besides its items. */
export const renderProfile = (profile: Profile): string => join(profileBlocks(profile))

const visibleInOrder = (items: readonly IdentityItem[]) => items.filter((item) => !item.hidden).sort(compareItems)

/** Blocks of kinds and categories, for items in their order. */
function sectionsOf(items: readonly IdentityItem[]): string[] {
  const blocks: string[] = []
  let last: IdentityItem | undefined
  for (const item of items) {
    if (item.kind !== last?.kind) blocks.push(kindHeads[item.kind])
    if (item.category === last?.category) blocks.push(`${blocks.pop()}\n${listItem(item)}`)
    else blocks.push(categoryHeads[item.category], listItem(item))
    last = item
  }
  return blocks
}

const headed = (level: number, { title, purpose }: Heading) => `${heading(level, title)}\n\n${purpose}`
const headsOf = <Name extends string>(headings: Record<Name, Heading>, level: number) =>
  Object.fromEntries(Object.entries<Heading>(headings).map(([name, head]) => [name, headed(level, head)])) as Record<
    Name,
    string
  >
export const kindHeads = headsOf(kindHeadings, 2)
export const categoryHeads = headsOf(categoryHeadings, 3)

/** An item as a prompt lists it: always one line; bold if it is starred. */
export const listItem = ({ statement, starred }: IdentityItem): string =>
  // A statement that consists of control characters is still an item.
  `- ${starred ? strongParagraph(statement) : paragraph(statement) || unreadable}`

/** The name, the role, and the description of an agent; a block may be empty. */
export const profileBlocks = (profile: Profile): string[] => [
  heading(1, nameOf(profile)),
  introduction(profile),
  paragraph(profile.description ?? ''),
]

const noteOnEmphasis = (items: readonly IdentityItem[]) => (items.some((item) => item.starred) ? [emphasisNote] : [])

const nameOf = (profile: Profile) => oneLine(profile.name) || 'Agent'

/**
 * The fields as sentences. They are escaped together, because a code span may begin in one field and end in another.
 */
function introduction(profile: Profile): string {
  const role = oneLine(profile.job_title ?? '')
  const location = oneLine(profile.location ?? '')
  const timezone = oneLine(profile.timezone ?? '')
  const whereabouts = [location && `you are based in ${location}`, timezone && `your timezone is ${timezone}`]
  const sentences = [`you are ${nameOf(profile)}${role && `, ${role}`}`, whereabouts.filter(Boolean).join(', and ')]
  return inline(sentences.filter(Boolean).map(sentence).join(' '))
}

const sentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?…。！？]$/.test(text) ? '' : '.'}`

function profileList({ job_title, location, timezone, identity_markers }: Profile): string {
  const fields = { Role: job_title, Location: location, Timezone: timezone, Tags: identity_markers.join(', ') }
  return Object.entries(fields)
    .filter(([, value]) => oneLine(value ?? '') !== '')
    .map(([label, value]) => `- **${label}:** ${inline(value ?? '')}`)
    .join('\n')
}

const join = (blocks: readonly string[]) => `${blocks.filter(Boolean).join('\n\n')}\n`
