import { describe, expect, test } from 'vitest'
import { fourMessages, fourTurns, readChat } from '../../support/transcripts.ts'

/** Times, marks and frames that messengers, recorders and models write around messages. */

type Form = (name: string, line: string, at: number) => string

const times: Record<string, Form> = {
  'French hours': (name, line, at) => `10h3${at} ${name} : ${line}`,
  'German hours': (name, line, at) => `[10.3${at} Uhr] ${name}: ${line}`,
  'Spanish halves': (name, line, at) => `[2/1/26, 10:3${at}:00 a. m.] ${name}: ${line}`,
  'Chinese halves': (name, line, at) => `[2026/1/2 下午3:3${at}:00] ${name}: ${line}`,
  'Korean halves': (name, line, at) => `[2026. 1. 2. 오후 3:3${at}:00] ${name}: ${line}`,
  'a Japanese date': (name, line, at) => `2026年1月2日 10:3${at} ${name}: ${line}`,
  'Arabic digits': (name, line, at) => `[٢٠٢٦/١/٢، ١٠:٣${at}:٠٠ ص] ${name}: ${line}`,
  'a German date': (name, line, at) => `2. Januar 2026, 10:3${at} - ${name}: ${line}`,
  'a French date': (name, line, at) => `2 janvier 2026 à 10:3${at} - ${name}: ${line}`,
  'a Spanish date': (name, line, at) => `2 de enero de 2026, 10:3${at} - ${name}: ${line}`,
  'a Russian date': (name, line, at) => `2 января 2026 г., 10:3${at} - ${name}: ${line}`,
  'a date behind the name': (name, line, at) => `${name} (Jan 2, 2026 10:3${at}): ${line}`,
  KakaoTalk: (name, line, at) => `2026년 1월 2일 오후 3:3${at}, ${name} : ${line}`,
  'KakaoTalk, saved on a computer': (name, line, at) => `[${name}] [오후 3:3${at}] ${line}`,
  'Discord in German': (name, line, at) => `${name} — heute um 10:3${at} Uhr\n${line}\n`,
  'Discord, copied with a line for each part': (name, line, at) => `${name}\n — \nToday at 10:3${at}\n${line}`,
  'Teams, copied': (name, line, at) => `${name}\n1/2/2026 10:3${at} AM\n${line}\n`,
  'Teams, copied with the hidden line': (name, line, at) =>
    `${line} by ${name}\n${name}\nFriday 10:3${at} AM\n${line}\n`,
  'Slack, copied': (name, line, at) => `${name}\n  10:3${at} AM\n${line}`,
  'a time above the line': (name, line, at) => `10:3${at} AM\n${name}: ${line}`,
  'Google Meet': (name, line, at) => `00:0${at}:00\n\n${name}: ${line}\n`,
  iMessage: (name, line, at) => `Jan 02, 2026 10:3${at}:00 AM\n${name}\n${line}\n`,
  'Zoom, saved by the recorder': (name, line, at) => `[${name}] 10:3${at}:01\n${line}\n`,
  Fireflies: (name, line, at) => `${name}: [00:0${at}]\n${line}\n`,
  Jira: (name, line, at) => `${name} added a comment - 02/Jan/26 10:3${at} AM\n${line}\n`,
  WhisperX: (name, line, at) => `[${at}.00s -> ${at}.90s] ${name}: ${line}`,
  'a chat room': (name, line, at) => `10:3${at} <@${name}> ${line}`,
  brackets: (name, line) => `[${name}] ${line}`,
  numbers: (name, line, at) => `${at + 1}. ${name}: ${line}`,
  'a bold time': (name, line, at) => `**${name}** (10:3${at})\n${line}\n`,
  'headings with times': (name, line, at) => `## ${name} (10:3${at})\n\n${line}\n`,
  'headings with pictures': (name, line) => `## 🧑 ${name}\n\n${line}\n`,
  'a quote': (name, line) => `> **${name}:** ${line}`,
}

describe.each(Object.entries(times))('%s', (_, form) => {
  test.each(['Kim', 'kim', '李雷'])('%s', (other) => {
    expect(readChat(fourTurns(form, other))).toEqual(fourMessages)
    expect(readChat(fourTurns(form, other).replaceAll('\n', '\r\n'))).toEqual(fourMessages)
  })
})

describe('a text that is one block', () => {
  const chat = fourTurns((name, line) => `${name}: ${line}`)
  const rows = fourTurns((name, line) => `| ${name} | ${line} |`)
  test.each([
    ['a fence', `\`\`\`text\n${chat}\n\`\`\`\n`],
    ['a quote', chat.replaceAll(/^/gm, '> ')],
    ['a table', `| Speaker | Text |\n|---|:--|\n${rows}`],
  ])('%s', (_, text) => {
    expect(readChat(text)).toEqual(fourMessages)
  })
})

describe('subtitles', () => {
  const cues = (name: (at: number) => string, form: Form) =>
    `WEBVTT\nKind: captions\n\nNOTE Confidence: 0.9\n\n${fourTurns((who, line, at) => `${name(at)}00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${form(who, line, at)}\n`, 'kim (Acme)')}`
  test.each([
    [
      'Teams',
      cues(
        (at) => `3f2b-11aa/12-${at}\n`,
        (who, line) => `<v ${who}>${line}</v>`,
      ),
    ],
    [
      'Zoom',
      cues(
        (at) => `${at}\n`,
        (who, line) => `${who}: ${line}`,
      ),
    ],
    [
      'without names of cues',
      cues(
        () => '',
        (who, line) => `<v.loud ${who}>${line}`,
      ),
    ],
  ])('of %s', (_, text) => {
    expect(readChat(text)).toEqual(fourMessages)
  })
})

describe('marks of models', () => {
  const turns = (form: Form, agent = 'assistant') => fourTurns(form, 'user', agent)
  test.each([
    ['ChatML', turns((role, line) => `<|im_start|>${role}\n${line}<|im_end|>`)],
    [
      'ChatML on one line',
      `<|im_start|>system Be brief<|im_end|>\n${turns((role, line) => `<|im_start|>${role} ${line}<|im_end|>`)}`,
    ],
    ['ChatML with the name of the agent', turns((role, line) => `<|im_start|>${role}\n${line}<|im_end|>`, 'ada')],
    [
      'Llama 3',
      `<|begin_of_text|>${turns((role, line) => `<|start_header_id|>${role}<|end_header_id|>\n\n${line}<|eot_id|>`).replaceAll('>\n<|start', '><|start')}`,
    ],
    ['Llama 2', turns((role, line) => (role === 'user' ? `<s>[INST] ${line} [/INST]` : `${line} </s>`))],
    ['Gemma', turns((role, line) => `<start_of_turn>${role}\n${line}<end_of_turn>`, 'model')],
    ['Phi', turns((role, line) => `<|${role}|>\n${line}<|end|>`)],
    [
      'Harmony',
      turns((role, line) => `<|start|>${role}<|channel|>final<|message|>${line}<|end|>`).replace(
        '<|start|>assistant',
        '<|start|>assistant<|channel|>analysis<|message|>User: hm<|end|><|start|>assistant',
      ),
    ],
    ['elements', turns((role, line) => `<${role}>\n${line}\n</${role}>`)],
    ['Alpaca', turns((role, line) => `### ${role === 'user' ? 'Instruction' : 'Response'}:\n${line}\n`)],
    ['number signs', turns((role, line) => `### ${role === 'user' ? 'Human' : 'Assistant'}: ${line}`)],
  ])('of %s', (_, text) => {
    expect(readChat(text)).toEqual(fourMessages)
  })

  test('within a message they are words', () => {
    expect(readChat('kim: what is <|im_start|>user for?\nAda: for ChatML')).toEqual([
      'user: what is <|im_start|>user for?',
      'assistant: for ChatML',
    ])
  })
})

test.each([
  ['in German', 'Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Tippe: mehr', '<Medien ausgeschlossen>'],
  ['in Spanish', 'Kim creó el grupo "A: B"', '<Multimedia omitido>'],
  ['in English', 'Kim changed the subject to "Note: x"', 'GIF omitted'],
])('notices of a messenger %s', (_, notice, media) => {
  const text = fourTurns((name, line, at) => `02.01.26, 10:3${at} - ${name}: ${line}`, 'Kim')
  expect(readChat(`02.01.26, 10:29 - ${notice}\n${text}\n02.01.26, 10:35 - Ada: ${media}`)).toEqual(fourMessages)
})
