import { expect, test } from 'vitest'
import { describeOutcome, faultsOf } from '../../../tools/drills/coding-tools.ts'

test('the drill of coding tools fails when a tool has the identity not once, or lists none of our tools', () => {
  expect(faultsOf({ tool: 'codex', times: 1, tools: 9 })).toEqual([])
  expect(faultsOf({ tool: 'codex', times: 1, tools: 0 })).toEqual(['codex lists none of our tools'])
  expect(faultsOf({ tool: 'codex', times: 2, tools: 0 })).toHaveLength(2)
})

test('each tool is one line', () => {
  expect(describeOutcome({ tool: 'codex', times: 1, tools: 9 } as never)).toBe('codex        times 1, tools 9')
})
