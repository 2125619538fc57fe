import { describe, expect, test } from 'vitest'
import { parseTranscript } from '../../server/builtin/transcripts/transcript.ts'

const read = (raw_text: string) =>
  parseTranscript({ raw_text, agent_name: 'Ada', other_name: 'Bob', title: null }).messages.map(
    ({ role, content }) => `${role}: ${content}`,
  )
const both = ['user: hi', 'assistant: hello']

describe('parseTranscript › shapes', () => {
  test.each([
    [
      'an export of Slack',
      '[{"user_profile":{"real_name":"Bob"},"user":"U1","text":"hi","ts":"1"},{"user_profile":{"real_name":"Ada L"},"text":"hello","ts":"2"},{"subtype":"channel_join","user":"U2","text":"joined"}]',
    ],
    ['a time before a name, words below', '[10:32] Bob\nhi\n[10:33] Ada\nhello'],
    ['name, time and words on a line each', 'Bob\n10:32\nhi\n\nAda\n10:33\nhello'],
    ['a list', '- Bob: hi\n- Ada: hello'],
    ['full-width colons', 'Bob：hi\nAda：hello'],
    ['Zoom', '10:32:01 From Bob to Everyone:\n\thi\n10:32:05 From Ada to Everyone:\n\thello'],
    ['questions and answers', 'Q: hi\nA: hello'],
    ['German roles', 'Nutzer: hi\nAssistent: hello'],
    ['a terminal session', '> hi\n\n⏺ hello\n\n⏺ Bash(ls)\n  ⎿  hello.txt'],
    [
      'a saved session with a coding agent',
      '<!-- saved -->\n\n# 2026-01-31\n\n_**User (2026-01-31 09:00Z)**_\n\nhi\n\n---\n\n_**Agent (model x, mode ask)**_\n\nhello\n\n---\n\n',
    ],
    [
      'WebVTT',
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nBob: hi\n\n2\n00:00:05.000 --> 00:00:06.000\n<v Ada>hello</v>',
    ],
    ['SRT', '1\n00:00:01,000 --> 00:00:02,000\nBob: hi\n\n2\n00:00:05,000 --> 00:00:06,000\nAda: hello'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(both)
  })

  test('a rule within a message of a saved session, and what an agent asks another agent', () => {
    const text =
      '_**User**_\n\none\n\n---\n\ntwo\n\n---\n\n_**Assistant**_\n\nthree\n\n---\n\n_**User (sidechain)**_\n\nfour'
    expect(read(text)).toEqual(['user: one\n\n---\n\ntwo', 'assistant: three', 'assistant: four'])
  })

  test('what a messenger says belongs to nobody', () => {
    const text =
      '12/03/2024, 10:30 - Messages are end-to-end encrypted.\n12/03/2024, 10:32 - Bob: hi\n12/03/2024, 10:33 - Ada: hello\n12/03/2024, 10:34 - Bob added Carol\n12/03/2024, 10:35 - Ada: <Media omitted>'
    expect(read(text)).toEqual(both)
  })

  test('lines of a chat room with and without a time', () => {
    expect(read('<Ada> one\n<Bob> two\n[10:32] <Ada> three')).toEqual([
      'assistant: one',
      'user: two',
      'assistant: three',
    ])
  })
})

describe('parseTranscript › who speaks', () => {
  test('somebody who speaks once', () => {
    expect(read('Ada: hi\nBob: ok\nCarol: I always shout\nAda: bye')).toEqual([
      'assistant: hi',
      'user: ok',
      'user: I always shout',
      'assistant: bye',
    ])
  })

  test.each([
    'Note: this',
    'Example: that',
    'Todo: tests',
    'Latency: 5 ms',
    'Deployment: done',
    'Data Model: simple',
    '- Carol: does the tests',
    'A: this\nB: that',
    '10:40',
  ])('a line of a message: %s', (line) => {
    expect(read(`Bob: plan?\nAda: so\n${line}\nBob: ok`)).toEqual(['user: plan?', `assistant: so\n${line}`, 'user: ok'])
  })

  test('two letters are no question and answer', () => {
    expect(() => read('A: hi\nB: hello')).toThrow(/not Ada/)
  })
})

const fill = (text: string) => text.repeat(Math.ceil((4 * 1024 * 1024) / text.length))
test.each([
  '[10:32] ',
  '12/03/2024, 10:34 - x\n',
  'Bob\n10:32\n',
  '> a\n⏺ b\n',
  '<v ',
  'Ada：',
  '- Ada: x\n',
  '_**User**_\n---\n\n',
])(
  '4 MiB of %j end in bounded work',
  (text) => {
    try {
      read(fill(text))
    } catch (error) {
      expect(error).toHaveProperty('message', expect.stringContaining('none is called'))
    }
  },
  60_000,
)
