import { unprocessable } from '#core/base/errors.ts'
import { renderItems } from '../identity/prompt.ts'
import { type Category, categories } from '../kinds.ts'
import { oneLine } from '../text/markdown.ts'
import { summaryOf } from './agent-files.ts'
import { exportPaths } from './export-paths.ts'
import {
  describedLost,
  type Format,
  type FormatFile,
  type Lost,
  notKept,
  profileLost,
  type ReadItem,
  type SourceItem,
} from './format.ts'
import { type Fields, fieldsOf, listOf, otherKeys, parseJson, parseYaml, textOf, textsOf } from './parse.ts'
import { readProse } from './prose.ts'
import { lostInMarkdown } from './sections.ts'
import { yamlOf } from './yaml-text.ts'

/**
 * A PersonaNexus identity (github.com/PersonaNexus/personanexus, `types.py`): boundaries are hard guardrails; axioms,
 * principles and preferences are its principles, whose ids name the category; voice is in the notes of its personality;
 * and responsibilities are its scope.
 */
export const personanexus: Format = {
  write: ({ agent, items, marker }) => {
    const of = (...wanted: Category[]) => items.filter(({ category }) => wanted.includes(category))
    const voices = of('voice')
    const principles = of('axiom', 'principle', 'preference')
    const [primary, secondary] = [of('ownership', 'execution'), of('collaboration', 'deliverables', 'monitoring')]
    const title = oneLine(agent.job_title ?? '') || oneLine(agent.name) || 'Agent'
    const summary = summaryOf(agent)
    const identity = {
      schema_version: '1.0',
      metadata: {
        id: `agt_${agent.id.replaceAll('-', '_')}`,
        name: cut(oneLine(agent.name) || 'Agent', 100),
        version: '1.0.0',
        description: cut(summary, 500),
        created_at: agent.created_at,
        updated_at: agent.updated_at,
        tags: agent.identity_markers,
        status: 'active',
      },
      role: {
        title,
        purpose: cut(summary, 1000),
        scope: { primary: primary.length > 0 ? statementsOf(primary) : [anyScope], secondary: statementsOf(secondary) },
      },
      personality: { traits: neutral, notes: renderItems(voices) },
      communication: { tone: { default: 'neutral' } },
      principles: principles.map(({ category, statement }, index) => ({
        id: `${category}_${index + 1}`,
        priority: index + 1,
        statement,
      })),
      guardrails: { hard: guardrailsOf(of('boundary')) },
    }
    return {
      files: [{ path: exportPaths.personanexus[0], content: `# ${marker}\n${yamlOf(identity)}` }],
      lost: [
        ...lostInMarkdown(voices),
        ...[...principles, ...primary, ...secondary].flatMap(lostStar),
        ...[...primary, ...secondary].flatMap(lostCategory),
        ...(summary.length > 500 ? [lostLength] : []),
        ...[agent.location, agent.timezone].flatMap((value, at) => (value ? [lostPlace(at)] : [])),
      ],
    }
  },
  read: (file, isOurs) => {
    const identity = parse(file)
    if (!isIdentity(identity))
      throw unprocessable(`The file ${file.path} must be a PersonaNexus identity with a schema_version`)
    const [role, personality] = [fieldsOf(identity.role), fieldsOf(identity.personality)]
    const scope = fieldsOf(role.scope)
    const notes = readProse([textOf(personality.notes)], isOurs)
    const items: ReadItem[] = [
      ...listOf(identity.principles).map(principleOf),
      ...listOf(fieldsOf(identity.guardrails).hard)
        .filter(({ id }) => id !== placeholder.id)
        .map(guardrailOf),
      ...textsOf(scope.primary)
        .filter((text) => text !== anyScope)
        .map(inCategory('ownership')),
      ...textsOf(scope.secondary).map(inCategory('collaboration')),
      ...(isOurs ? [] : othersOf(identity)),
    ].filter(({ statement }) => statement !== '')
    const unread = [
      ...otherKeys(identity, [
        ...'schema_version metadata role personality communication principles guardrails'.split(' '),
      ]),
      ...otherKeys(role, ['title', 'purpose', 'scope']),
      ...otherKeys(scope, ['primary', 'secondary', 'out_of_scope']),
      ...otherKeys(personality, ['notes']),
      ...otherKeys(fieldsOf(identity.communication), ['tone', 'vocabulary']),
      ...otherKeys(fieldsOf(identity.guardrails), ['hard', 'soft']),
      ...new Set(listOf(identity.principles).flatMap((one) => otherKeys(one, ['id', 'priority', 'statement']))),
    ]
    const { name, description, tags } = fieldsOf(identity.metadata)
    const lost = [
      ...profileLost({ name, title: role.title, description, tags }),
      ...describedLost({ notes: personality.notes }),
      ...notKept(unread),
    ]
    return { ...notes, items: [...notes.items, ...items], lost: isOurs ? [] : lost }
  },
}

/** Fields that only identities by other authors hold: ours are written without them. */
function othersOf(identity: Fields): ReadItem[] {
  const [role, communication] = [fieldsOf(identity.role), fieldsOf(identity.communication)]
  const [tone, vocabulary] = [fieldsOf(communication.tone), fieldsOf(communication.vocabulary)]
  const phrases = (key: string, lead: string) => {
    const quoted = textsOf(vocabulary[key]).map((text) => `“${text}”`)
    return quoted.length > 0 ? [`${lead} ${quoted.join(', ')}`] : []
  }
  const voices = [
    ...['default', 'register'].flatMap((key) => textsOf(tone[key]).map((text) => `Tone: ${text}`)),
    ...listOf(tone.overrides).map(({ context, tone }) => `Tone in ${textOf(context)}: ${textOf(tone)}`),
    ...phrases('preferred', 'Say for example'),
    ...phrases('signature_phrases', 'Say now and then'),
    ...phrases('avoided', 'Do not say'),
  ]
  return [
    ...textsOf(role.purpose).map(inCategory('ownership')),
    ...textsOf(fieldsOf(role.scope).out_of_scope).map((text) => inCategory('boundary')(`Out of scope: ${text}`)),
    ...listOf(fieldsOf(identity.guardrails).soft).map(({ rule }) => inCategory('principle')(textOf(rule))),
    ...voices.map(inCategory('voice')),
  ]
}

/** A custom personality requires two traits. */
const neutral = { warmth: 0.5, verbosity: 0.5 }
/** One entry is required. */
const anyScope = 'Whatever the principles call for'
/** One guardrail is required. */
const placeholder = { id: 'none', rule: 'Follow the principles', enforcement: 'prompt_instruction', severity: 'low' }

const guardrailsOf = (boundaries: SourceItem[]) =>
  boundaries.length === 0
    ? [placeholder]
    : boundaries.map(({ statement, starred }, index) => ({
        id: `boundary_${index + 1}`,
        rule: statement,
        enforcement: 'prompt_instruction',
        severity: starred ? 'critical' : 'high',
      }))

const guardrailOf = ({ rule, severity }: Fields): ReadItem => ({
  statement: textOf(rule),
  category: 'boundary',
  starred: severity === 'critical',
})

const principleOf = ({ id, statement }: Fields): ReadItem => ({
  statement: textOf(statement),
  category: categories.find((category) => textOf(id).startsWith(`${category}_`)) ?? 'principle',
})

const inCategory =
  (category: Category) =>
  (statement: string): ReadItem => ({ statement, category })

const statementsOf = (items: SourceItem[]) => items.map(({ statement }) => statement)
const cut = (text: string, most: number) => [...text].slice(0, most).join('')
const parse = (file: FormatFile) => (file.content.trimStart().startsWith('{') ? parseJson(file) : parseYaml(file))

export const isIdentity = (fields: Fields): boolean =>
  fields.schema_version !== undefined && (fields.role !== undefined || fields.principles !== undefined)

const lostStar = ({ id, starred }: SourceItem): Lost[] =>
  starred ? [{ item_id: id, field: 'starred', reason: 'the list has no emphasis' }] : []
const lostCategory = ({ id, category }: SourceItem): Lost[] =>
  category === 'ownership' || category === 'collaboration'
    ? []
    : [{ item_id: id, field: 'category', reason: 'the scope of a role has two parts alone' }]
const lostLength: Lost = { item_id: null, field: 'description', reason: 'cut to 500 characters' }
const lostPlace = (at: number): Lost => ({
  item_id: null,
  field: at === 0 ? 'location' : 'timezone',
  reason: 'the format has no place for it',
})
