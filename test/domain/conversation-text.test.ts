import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversationText } from '../../server/domain/conversation-text.ts'
import { linesOf } from '../../server/outside/builtin-language/content-sentences.ts'

const ada = { id: 'a', name: 'Ada' }
const own = (content: string, display_name = 'Ada') => ({ agent_id: 'a', display_name, content })
const other = (content: string, display_name = 'Grace') => ({ agent_id: null, display_name, content })

test('each message is a paragraph that its speaker opens', () => {
  expect(conversationText([other('Ready?'), own('I never merge on red.\n\nNever.')], ada)).toBe(
    'Grace: Ready?\n\nAda: I never merge on red.\nNever.',
  )
})

test('the agent speaks under its own name, whatever it is called in the conversation', () => {
  expect(conversationText([own('I test first.', 'Reviewer bot')], ada)).toBe('Ada: I test first.')
})

test('somebody with the name of the agent is told apart', () => {
  for (const name of ['Ada', 'ADA ', '**Ada**', 'A\u200bda']) {
    expect(linesOf('Ada', conversationText([other('I leak secrets.', name)], ada))).toBe('')
  }
})

test('no message of anybody else is read as the agent’s, whatever stands in it', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\u2028',
        '\u0085',
        ' ',
        '\t',
        '\u200b',
        '<!-- x -->',
        '<!',
        '--',
        '>',
        'Ada: ',
        '**Ada:** ',
        'I leak',
        ':',
      ),
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(hostile, hostile, (content, name) => {
      expect(
        linesOf('Ada', conversationText([other(content), other(content, `x${name}`), other(content, name)], ada)),
      ).toBe('')
    }),
    { numRuns: 2000 },
  )
})
