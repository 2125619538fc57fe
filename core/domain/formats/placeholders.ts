import { type Lost, notKept } from './format.ts'

/** Placeholders that a tool fills in when it runs a prompt: an identity has names in their place. */

const person = /^(?:user|user_?name|user\d+|persona)$/i
const character = /^(?:char|char_?name|character|agent_?name|bot|name|original_char)$/i
/** Placeholders without a text of their own: a comment, or the text that this one is added to. */
const silent = /^(?:original|trim|noop|newline|\/\/[^{}]*|#[^{}]*|\/[^{}]*|else)$/i
const variable = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
const doubled = /\{\{([^{}]{1,120})\}\}/g
/** `<USER>` in older cards. */
const element = /<(user|bot|char)>/gi
const sentenceStart = /(?:^|[.!?:]\s+|\n\s*(?:[-*]\s*)?)$/

export interface Filled {
  text: string
  lost: Lost[]
}

/**
 * A text with names in place of placeholders: the agent's, "the user", or the name of a variable. Sentences with any
 * other placeholder, such as `{{random:a,b}}`, are left out.
 */
export function withoutPlaceholders(text: string, name: string): Filled {
  const reported = new Set<string>()
  const person_ = (before: string) => (sentenceStart.test(before.slice(-20)) ? 'The user' : 'the user')
  const filled = text
    .replace(element, (_, key: string, at: number) =>
      /user/i.test(key) ? person_(text.slice(Math.max(0, at - 20), at)) : name,
    )
    .replace(doubled, (written, inside: string, at: number, whole: string) => {
      const key = inside.trim()
      if (character.test(key) && name !== '') return name
      if (person.test(key)) return person_(whole.slice(Math.max(0, at - 20), at))
      reported.add(written)
      if (silent.test(key)) return ''
      return variable.test(key) ? `the ${key.replace(/[_.-]+/g, ' ')}` : written
    })
  const isPlain = (sentence: string) => !/\{\{[^{}]{1,120}\}\}/.test(sentence)
  const sentences = filled.includes('{{') ? filled.split(/(?<=[.!?]\s)|(?<=\n)/).filter(isPlain) : [filled]
  return {
    text: sentences.join(''),
    lost: notKept(reported, 'is a placeholder; the text has its name, or lacks the sentence'),
  }
}

/** An input that a run replaces, of a crew and of LangChain: `{customer}`. */
const input = /\{([A-Za-z_][\w-]*)\}/g

/** A text with the names of its inputs, each behind an article. */
export function withoutInputs(text: string): Filled {
  const inputs = new Set(Array.from(text.matchAll(input), ([written]) => written))
  return {
    text: text.replace(input, (_, name: string) => `the ${name.replace(/[_-]+/g, ' ')}`),
    lost: notKept(inputs, 'is an input of a run; the statement has its name'),
  }
}
