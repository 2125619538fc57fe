import { unprocessable } from '#core/base/errors.ts'
import { renderItems, renderProfile } from '../identity/prompt.ts'
import { summaryOf } from './agent-files.ts'
import { exportPaths } from './export-paths.ts'
import {
  describedLost,
  type Format,
  type Lost,
  notKept,
  profileLost,
  type ReadItem,
  type SourceItem,
} from './format.ts'
import { fieldsOf, otherKeys, parseJson, textOf, textsOf } from './parse.ts'
import { withoutPlaceholders } from './placeholders.ts'
import { readFilled, readProse } from './prose.ts'
import { lostInMarkdown } from './sections.ts'

/** An elizaOS character: voice is its style, everything else its system prompt. */
export const eliza: Format = {
  write: ({ agent, items, marker }) => {
    const voices = items.filter(isVoice)
    const others = items.filter((item) => !isVoice(item))
    const character = {
      name: agent.name,
      username: agent.slug,
      system: `${renderProfile(agent)}\n${renderItems(others)}`,
      bio: [summaryOf(agent)],
      topics: agent.identity_markers,
      adjectives: [],
      messageExamples: [],
      postExamples: [],
      style: { all: voices.map(({ statement }) => statement), chat: [], post: [] },
      plugins: [],
      settings: { agent_identity: marker },
    }
    return {
      files: [{ path: exportPaths.elizaos[0], content: `${JSON.stringify(character, null, 2)}\n` }],
      lost: [...voices.flatMap(lostStar), ...lostInMarkdown(others)],
    }
  },
  read: (file, isOurs) => {
    const character = parseJson(file)
    if (!isCharacter(character))
      throw unprocessable(`The file ${file.path} must be an elizaOS character with name and bio`)
    const style = fieldsOf(character.style)
    const voices = ['all', 'chat', 'post'].flatMap((key) => textsOf(style[key]))
    const adjectives = textsOf(character.adjectives)
    if (adjectives.length > 0) voices.push(`Be ${adjectives.join(', ')}`)
    const { name, username, topics, bio, lore } = character
    if (isOurs) {
      const reading = readProse([textOf(character.system)], true)
      return { ...reading, items: [...reading.items, ...voices.map(asVoice)] }
    }
    const reading = readFilled([textOf(character.system), ...textsOf(bio), ...textsOf(lore)], textOf(name))
    const filled = voices.map((voice) => withoutPlaceholders(voice, textOf(name)))
    return {
      ...reading,
      items: filled.flatMap(({ text }) => (text.trim() === '' ? [] : [asVoice(text.trim())])),
      lost: [
        ...profileLost({ name, username, topics }),
        ...describedLost({ bio, lore }),
        ...notKept(otherKeys(character, read)),
        ...reading.lost,
        ...filled.flatMap(({ lost }) => lost),
      ],
    }
  },
}

const asVoice = (statement: string): ReadItem => ({ statement, category: 'voice' })

/** Topics are the character's subjects, which is what tags are. */
const read = ['id', 'name', 'username', 'topics', 'bio', 'lore', 'system', 'style', 'adjectives']

const isVoice = ({ category }: SourceItem) => category === 'voice'
const lostStar = ({ id, starred }: SourceItem): Lost[] =>
  starred ? [{ item_id: id, field: 'starred', reason: 'a list of style rules has no emphasis' }] : []

export const isCharacter = (fields: Record<string, unknown>): boolean =>
  textOf(fields.name) !== '' && (fields.bio !== undefined || fields.style !== undefined)
