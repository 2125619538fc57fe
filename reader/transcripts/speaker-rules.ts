import type { NamedRule } from '../named-rules.ts'
import type { KnownNames } from './known-names.ts'
import { phoneNumber } from './speaker-keys.ts'
import type { SpeakerLabel } from './speaker-labels.ts'
import { isCapitalized, isOrdinaryWord, isUtterance, looksLikePerson } from './speaker-words.ts'

/** The names before the colons of a transcript, as the rules see them. */
export interface Names {
  known: KnownNames
  /** Names that stand before words more than once, with another one between. */
  again: ReadonlySet<string>
  /** Names before words rather than values. */
  talks: ReadonlySet<string>
  /** `User: root` in a chat of others. */
  isStray(key: string): boolean
}

/** The transcript as the rules see it. */
export interface Chat extends Names {
  /** Whether the agent and somebody else speak for certain. */
  hasBoth: boolean
  /** Whether somebody besides the agent may speak. */
  hasOther: boolean
  /** The name without which the first message would be nobody's, or the agent would talk to itself. */
  opens: string | undefined
  /** The number of lines without a label. */
  unlabelled: number
}

/** Names by themselves: known, repeated, or written as names are; a later one may be a part of a message. */
const certainRules: readonly NamedRule<'speaker', (label: SpeakerLabel, names: Names) => boolean>[] = [
  {
    name: 'a phone number',
    when: ({ name }) => phoneNumber.test(name),
    verdict: 'speaker',
    example: '+49 151 2345678: Good morning',
  },
  {
    name: 'a known name',
    when: ({ key }, { known, isStray }) => known.isSpeaker(key) && !isStray(key),
    verdict: 'speaker',
    example: 'Assistant: Good morning',
  },
  {
    name: 'a person with a title, timed or again',
    when: ({ key, name, timed, sign }, { again }) =>
      sign === 'loose' && isPersonWithMore(name) && (timed || again.has(key)),
    verdict: 'speaker',
    example: '[10:31] Assistant: Good morning\n[10:32] Kim Lee, PhD: Good morning',
  },
  {
    name: 'timed or in brackets',
    when: ({ timed, sign }) => sign !== 'loose' && (timed || sign === 'brackets'),
    verdict: 'speaker',
    example: '[10:32] Kim: Good morning',
  },
  {
    name: 'somebody who talks again',
    when: ({ key, sign }, { again, talks }) =>
      sign !== 'loose' && !isOrdinaryWord(key) && again.has(key) && talks.has(key),
    verdict: 'speaker',
    example: 'Kim: Good morning\nLou: Good morning\nKim: Shall we begin?',
  },
]

export const isCertain = (label: SpeakerLabel, names: Names): boolean =>
  certainRules.some(({ when }) => when(label, names))

/** A value rather than words, as in `retries: 3` and `host: db.local`. */
export const isValue = (rest: string) => !/\S\s+\S/.test(rest) && !isUtterance(rest)

/** `Fun fact`, `Heads up`: words that begin like a sentence. */
const isPhrase = (name: string) => /^\p{Lu}[\p{Ll}'’]* \p{Ll}/u.test(name)
const withoutAddition = (name: string) =>
  name
    .replace(/\s?[(\uff08].*$/u, '')
    .replace(/[^\p{L}\p{M}'’ -]/gu, '')
    .trim()
/** `Dr. Kim Lee`, `Kim Lee, PhD`, `Kim [Acme]`: a few words in capitals. */
const isPersonWithMore = (name: string) =>
  name.length <= 40 && name.split(/\s+/).length <= 5 && name.split(/\s+/).every((word) => /^[[("]?\p{Lu}/u.test(word))

type SpeakerRule = NamedRule<'speaker' | 'words' | 'doubt', (label: SpeakerLabel, chat: Chat) => boolean>

/**
 * Whether a label names a speaker, belongs to the words of a message, or may be either; the
 * first rule that holds decides.
 */
export const speakerRules: readonly SpeakerRule[] = [
  ...certainRules,
  {
    name: 'the first speaker',
    when: ({ key }, { opens }) => key === opens,
    verdict: 'speaker',
    example: 'kim: Good morning to you',
  },
  {
    name: 'a stray role with a value',
    when: ({ key, rest }, { isStray }) => isStray(key) && isValue(rest),
    verdict: 'words',
    example: 'Kim: Log in\nAssistant: As whom?\nKim: So:\nUser: root',
  },
  {
    name: 'a stray role',
    when: ({ key }, { isStray }) => isStray(key),
    verdict: 'doubt',
    example: 'Kim: Log in\nAssistant: As whom?\nKim: So:\nUser: the name of the clerk',
  },
  {
    name: 'an ordinary word',
    when: ({ key }) => isOrdinaryWord(key),
    verdict: 'words',
    example: 'Kim: Hello\nAssistant: Good morning\nNote: The shop is closed',
  },
  {
    name: 'a mark between messages, again',
    when: ({ key, name, sign }, { again, hasBoth }) =>
      sign !== 'loose' && again.has(key) && isCapitalized(name) && hasBoth,
    verdict: 'words',
    example: 'Tom: Hello\nBreak: 18:30\nAssistant: Hello\nBreak: 18:45',
  },
  {
    name: 'a setting, again',
    when: ({ key, sign }, { again }) => sign !== 'loose' && again.has(key),
    verdict: 'doubt',
    example: 'Tom: Hello\nretries: 3\nAssistant: Hello\nretries: 4',
  },
  {
    name: 'some words, again, where nobody else speaks',
    when: ({ key, sign }, { again, hasOther }) => sign === 'loose' && again.has(key) && !hasOther,
    verdict: 'speaker',
    example: 'Assistant: Hello\nold friend, Lou: Hello\nAssistant: Hello\nold friend, Lou: How are you?',
  },
  {
    name: 'a person with a title who says something',
    when: ({ name, rest, sign }) => sign === 'loose' && isPersonWithMore(name) && isUtterance(rest),
    verdict: 'doubt',
    example: 'Tom: Hello\nAssistant: Hello\nKim Lee, PhD: Can you help me?',
  },
  {
    name: 'some words before a colon',
    when: ({ sign }) => sign === 'loose',
    verdict: 'words',
    example: 'Tom: Hello\nAssistant: Hello\nbread, the dark one: two or three',
  },
  {
    name: 'small letters where nobody else speaks',
    when: ({ name, rest }, { hasOther }) => !isCapitalized(name) && !hasOther && !isValue(rest),
    verdict: 'speaker',
    example: 'Assistant: Good morning\nkim: good morning to you',
  },
  {
    name: 'small letters before a value, or a phrase',
    when: ({ name, rest }) => !isCapitalized(name) && (isValue(rest) || isPhrase(name)),
    verdict: 'words',
    example: 'Tom: Hello\nAssistant: Hello\nretries: 3',
  },
  {
    name: 'small letters before what somebody says',
    when: ({ name, rest }, { unlabelled }) => !isCapitalized(name) && (isUtterance(rest) || unlabelled === 0),
    verdict: 'doubt',
    example: 'Tom: Hello\nAssistant: Hello\nkim: can you help me?',
  },
  {
    name: 'small letters',
    when: ({ name }) => !isCapitalized(name),
    verdict: 'words',
    example: 'Tom: Hello\nAssistant: Hello\nthese are in\nthe shop\nbread: the dark one',
  },
  {
    name: 'a name where nobody else speaks',
    when: (_, { hasBoth }) => !hasBoth,
    verdict: 'speaker',
    example: 'Assistant: Good morning\nKim: Good morning to you',
  },
  {
    name: 'a noun, or a value',
    when: ({ name, rest }) => !looksLikePerson(withoutAddition(name)) || isValue(rest),
    verdict: 'words',
    example: 'Tom: Hello\nAssistant: Hello\nShipping: by train and by boat',
  },
  {
    name: 'a person who says something',
    when: ({ rest }) => isUtterance(rest) && /\S\s+\S/.test(rest),
    verdict: 'speaker',
    example: 'Tom: Hello\nAssistant: Hello\nKim: Can you help me?',
  },
  {
    name: 'a name',
    when: () => true,
    verdict: 'doubt',
    example: 'Tom: Hello\nAssistant: Hello\nKim: bread and milk',
  },
]
