import { expect, test } from 'vitest'
import { apiDocument } from '../../../scripts/api-document.ts'
import { type Message, readMessages } from '../../../scripts/read-messages.ts'

/** Every error message keeps to one pattern: what is wrong with which field, and the way out. */

const messages = readMessages()
const wrong = (isWrong: (message: Message) => boolean) =>
  messages.filter(isWrong).map(({ text, file, line }) => `${text} (${file}:${line})`)

const banned =
  /\b(?:is|are|has|was) no (?:valid |address|text|list|number|JSON|CSV)|names no |holds? no |\ba text\b|\ba list\b|\bbegun\b|\bsomebody\b|\bnobody\b|\bmend\b|\bdear\b|called so|takes? no part|come back|breaks? off|any ?more\b|white space|licence|in the meantime|must have at (?:least|most) \S+ characters/i
/** Words after which a sentence continues; the caller puts an address in front. */
const predicate = /^(?:must|is|has|answered) /

test('messages are found', () => {
  expect(messages.length).toBeGreaterThan(250)
  expect(messages.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Agent not found',
      'This email is already in use',
      'No route for {method} {path}. Did you mean {nearest}?',
      '{field} must be at most {limit} characters',
      'config.feedUrl is required',
      'Gave up after 3 attempts',
    ]),
  )
})

test('a message begins with a capital letter, or with a field as it is sent', async () => {
  const fields = fieldsOf(await apiDocument())
  expect(fields.size).toBeGreaterThan(100)
  const isField = (word: string) =>
    word
      .replace(/\[.*?\]|[,:]$/g, '')
      .split('.')
      .every((part) => part.startsWith('{') || fields.has(part))
  expect(
    wrong(({ text, file }) => {
      const [first = ''] = text.split(' ')
      if (/^[A-Z]/.test(first) || isField(first)) return false
      return !(/^(?:core\/models|server\/outside)\//.test(file) && predicate.test(text))
    }),
  ).toEqual([])
})

test('a message is one or two sentences without a space at either end', () => {
  expect(wrong(({ text }) => text.trim() !== text || text.split(/[.!?] (?=[A-Z])/).length > 2)).toEqual([])
})

test('a message is plain English', () => {
  expect(wrong(({ text }) => banned.test(text))).toEqual([])
})

test('what is missing is "not found"', () => {
  expect(
    wrong(({ text, status }) => status === 404 && !/ not found$|^No route for |does not speak A2A/.test(text)),
  ).toEqual([])
})

test('the same thing is said in the same words', () => {
  const bare = (text: string) => text.toLowerCase().replace(/\{.*?\}|[^a-z{ ]|\b(?:an?|the|this)\b/g, '')
  expect(
    wrong((one) =>
      messages.some(
        (other) =>
          other.text !== one.text &&
          `${other.file}:${other.line}` !== `${one.file}:${one.line}` &&
          /^[a-z].* must be /.test(one.text) &&
          (bare(other.text) === bare(one.text) || other.text.startsWith(`${one.text} `)),
      ),
    ),
  ).toEqual([])
})

/** The names of a document's properties and parameters, in camelCase. */
function fieldsOf(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const entry of node) fieldsOf(entry, names)
  else if (typeof node === 'object' && node !== null) {
    const { properties, name } = node as { properties?: object; name?: unknown }
    for (const key of [...Object.keys(properties ?? {}), ...(typeof name === 'string' ? [name] : [])]) {
      names.add(key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    }
    for (const value of Object.values(node)) fieldsOf(value, names)
  }
  return names
}
