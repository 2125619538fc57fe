import { describe, expect, test } from 'vitest'
import { fourMessages, fourTurns, lines, readChat } from '../../support/transcripts.ts'

/** Names of speakers, and lines of messages that look like them. */

const labelled = (other: string, agent = 'Ada') => fourTurns((name, line) => `${name}: ${line}`, other, agent)

describe('a name that begins lines again and again', () => {
  test.each([
    ...['KIM', 'k.', '@kim.lee', 'user_42', '🦄', '🦄🔥 kim', 'kim 🇩🇪', '+1 (415) 555-0134', '0170 1234567'],
    ...['王小明', 'محمد علي', 'דנה', 'Оля', 'สมชาย', '김철수', 'たかし', '李雷（Acme）', 'Никита (Acme)', '说话人 1'],
    ...['Kim (Sales, Acme)', 'Kim [Acme]', 'Kim | Acme', 'Kim, Acme', 'Kim – Acme', 'Kim Lee, PhD', 'Dr. Kim Lee'],
    ...['Kim "KK" Lee', 'Kim <kim@acme.example>', 'María José García López de la Cruz', 'kim (she/they)', 'Kim (host)'],
    ...['client', 'owner', 'server', 'test', 'Monday', 'Music', 'Will', 'Person A', 'spk_1', 'kim#1234', 'Team Lead'],
  ])('%s', (other) => {
    expect(readChat(labelled(other))).toEqual(fourMessages)
    expect(readChat(labelled(other).replaceAll('\n', '\r\n'))).toEqual(fourMessages)
    expect(readChat(labelled(other).replaceAll(/^/gm, '[02.01.2026, 10:32:01] '))).toEqual(fourMessages)
  })

  test.each([
    ['ADA', 'ada'],
    ['🤖 Ada', 'Ada'],
    ['Ada [bot]', 'Ada'],
    ['Ada#0001', 'ada'],
    ['Zoe\u0301', 'Zoé'],
    ['Zoe\u200b\u0301', 'Zoé'],
    ['SPEAKER_01', 'Speaker 1'],
    ['آدا', 'آدا'],
  ])('an agent that the text calls %s and the request %s', (written, agent) => {
    expect(readChat(labelled('Kim', written), agent)).toEqual(fourMessages)
  })

  test.each([
    ['Adam', 'Ada'],
    ['adam', 'ada'],
    ['Ada Smith', 'Ada'],
    ['Speaker 10', 'Speaker 1'],
  ])('%s is somebody other than the agent %s', (other, agent) => {
    expect(readChat(labelled(other, agent), agent)).toEqual(fourMessages)
    expect(readChat(labelled(other, agent), agent, other)).toEqual(fourMessages)
  })

  test('short messages, several in a row, and each name once', () => {
    expect(readChat('kim: hi\nAda: hello')).toEqual(['user: hi', 'assistant: hello'])
    expect(readChat('Ada: hello\nkim: hi')).toEqual(['assistant: hello', 'user: hi'])
    expect(readChat('kim: one\nkim: two\nAda: three')).toEqual(['user: one', 'user: two', 'assistant: three'])
  })
})

describe('times on some of the lines', () => {
  const messages = fourMessages
  test.each([
    ['the other one', [0, 2]],
    ['the agent', [1, 3]],
    ['the first message', [0]],
  ] as const)('of %s', (_, timed) => {
    const text = fourTurns(
      (name, line, at) => `${(timed as readonly number[]).includes(at) ? `[10:3${at}] ` : ''}${name}: ${line}`,
      'Kim',
    )
    expect(readChat(text)).toEqual(messages)
  })
})

describe('a line of a message', () => {
  const around = (line: string, other = 'Kim') =>
    `${other}: ${lines[0]}\nAda: see\n${line}\n${other}: ${lines[2]}\nAda: ${lines[3]}`
  const messages = (line: string) => [fourMessages[0], `assistant: see\n${line}`, fourMessages[2], fourMessages[3]]
  test.each([
    ...[
      'Hinweis: nie',
      'Achtung: heiß',
      'Attention: chaud',
      'Remarque : non',
      'Nota: no',
      'Внимание: горячо',
      '注意：小心',
    ],
    ...['ملاحظة: لا', 'הערה: לא', '참고: 네', 'P.S.: ask', 'Re: your question', 'Wait: what?', 'Fun fact: it rains'],
    ...[
      'Option A: wait\nOption B: go',
      'Team Red: five\nTeam Blue: six',
      'Chapter 1: the start',
      'Name: Kim Lee\nAge: 44',
    ],
    ...[
      '**Speed:** fast',
      '**Cost**: low',
      '- Speed: fast',
      '2. Second: b',
      '## Plan',
      '## Plan: next',
      '    Kim: x',
      '> Kim: no',
    ],
    ...['User: root\nPassword: x', 'TypeError: x is not a function', 'feat(api): the thing', 'She said: never again'],
    ...['From: Sam Lee\nTo: Kim\nSubject: hi there\n\nDear Kim: no', 'Model: x', 'Docker Compose: the tool'],
    ...['10:30', '10:30: the stand-up', 'https://example.org/a: b', 'Sources: the page', 'Confidence: 80%'],
  ])('%s', (line) => {
    expect(readChat(around(line))).toEqual(messages(line))
    expect(readChat(around(line, 'kim'))).toEqual(messages(line))
    expect(readChat(around(line).replaceAll(/^(?=Kim|Ada)/gm, '10:32 ')).slice(0, 1)).toEqual([fourMessages[0]])
  })

  test('a mark between messages of a recording, and a name with a title', () => {
    const text = `**Kim B. Reece, Psy.D:** ${lines[0]}\n\n**Ada:** ${lines[1]}\n\n**Break:** \\[18:30\\]\n\n**Kim B. Reece, Psy.D:** ${lines[2]}\n\n**Break:** \\[28:30\\]\n\n**Ada:** ${lines[3]}`
    expect(readChat(text)).toEqual([
      fourMessages[0],
      `${fourMessages[1]}\n\n**Break:** \\[18:30\\]`,
      `${fourMessages[2]}\n\n**Break:** \\[28:30\\]`,
      fourMessages[3],
    ])
  })

  test('what recurs in the messages of one of them', () => {
    const text =
      'kim: shall we?\nAda: so\nNote: one two\nConfidence: 80%\nkim: why?\nAda: that\nNote: three four\nConfidence: 90%'
    expect(readChat(text)).toEqual([
      'user: shall we?',
      'assistant: so\nNote: one two\nConfidence: 80%',
      'user: why?',
      'assistant: that\nNote: three four\nConfidence: 90%',
    ])
  })

  test.each([
    'sam: I always would',
    '@sam: I always would',
    '王芳: 我总是部署',
    'Sam [Acme]: I always would',
    'Berlin: a city',
  ])('a name that stands once, which may be a third one: %s', (line) => {
    const text = around(line).replace('Ada: see', 'Ada: see\nthis')
    if (line.startsWith('Berlin')) expect(() => readChat(text)).toThrow('whether "Berlin" in line 4')
    else expect(() => readChat(text)).toThrow(/^rawText must tell whether ".*" in line 4 is a speaker/)
  })
})

describe('text above the first name', () => {
  test.each([
    'Chat with Ada\n',
    '# Chat: deploys on Friday\n\n',
    'Date: 2026-01-02\nParticipants: Kim, Ada\nTopic: deploys\n\n',
    '---\ntitle: Chat\n---\n\n',
    'Note: this log is from Monday.\n',
    'This is our chat of Monday.\n\n',
  ])('is a head: %j', (head) => {
    expect(readChat(head + labelled('Kim'))).toEqual(fourMessages)
    expect(readChat(head + labelled('kim'))).toEqual(fourMessages)
    expect(readChat(head + labelled('李雷'))).toEqual(fourMessages)
  })

  test('is not dropped when somebody says it', () => {
    expect(() => readChat(labelled('Kim').replace('Kim: ', ''))).toThrow('the speaker of line 1')
    expect(() => readChat(`Hello, are you there?\n${labelled('Kim')}`)).toThrow('the speaker of line 1')
    expect(() => readChat(`head\n\nI would ask you: do you?\n${labelled('kim')}`)).toThrow('the speaker of line 3')
  })
})
