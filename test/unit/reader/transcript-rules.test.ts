import { expect, test } from 'vitest'
import { judgeLine, labelRules } from '#reader/transcripts/speaker-labels.ts'
import { speakerRules } from '#reader/transcripts/speaker-rules.ts'
import { judgeLabels } from '#reader/transcripts/transcript-speakers.ts'

test.each(labelRules)('$name: its example is a label by it', ({ name, example }) => {
  const judged = judgeLine(example)
  expect(judged?.rule.name).toBe(name)
  expect(judged?.label).toBeDefined()
})

test.each(speakerRules)('$name: it decides the last label of its example', ({ name, example }) => {
  const request = { raw_text: example, agent_name: 'Assistant', other_name: 'Tom', title: null }
  expect(judgeLabels(example.split('\n'), request).at(-1)?.rule.name).toBe(name)
})
