import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxOfKind } from '#core/domain/identity/templates.ts'
import { kindOf } from '#core/domain/kinds.ts'
import { decompose } from '#reader/rules-files/decompose.ts'

const statements = (text: string) => decompose(text).map(({ statement }) => statement)

describe('decompose', () => {
  test('keeps rules that stand by themselves and leaves out what is bound to the file', () => {
    const text = `# Pilot

You are a pilot with decades of experience.

## Principles

- Always check the tide table before entering the harbor
- Follow the steps described above
- Write the result to \`out/report.json\`
- Return {"status": "ok"}
- Never enter in fog without a tug`
    expect(statements(text)).toEqual([
      'Never enter in fog without a tug',
      'Always check the tide table before entering the harbor',
    ])
  })

  test('turns traits into commands, and ids of other agents into words', () => {
    const text = `## Behavioral traits

- Prioritizes safety and considers the weather

## Integration with other agents

- Collaborate with harbor-manager on berths
- Support tide-analyst on forecasts`
    expect(decompose(text)).toEqual([
      { type: 'belief', category: 'principle', statement: 'Prioritize safety and consider the weather' },
      { type: 'responsibility', category: 'collaboration', statement: 'Collaborate with the harbor manager on berths' },
      { type: 'responsibility', category: 'collaboration', statement: 'Support the tide analyst on forecasts' },
    ])
  })

  test('keeps few of many, from every category', () => {
    const list = (line: (at: number) => string) => Array.from({ length: 40 }, (_, at) => `- ${line(at)}`).join('\n')
    const text = `## Rules\n\n${list((at) => `Never anchor at berth ${at}`)}\n\n## Deliverables\n\n${list((at) => `Deliver the chart of bay ${at}`)}`
    const rules = decompose(text)
    for (const kind of ['belief', 'responsibility']) {
      const count = rules.filter(({ type }) => type === kind).length
      expect([count > 0, count <= maxOfKind]).toEqual([true, true])
    }
  })

  test('answers any text with statements of the right kind, each once', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const rules = decompose(`- Always ${text}\n- ${text}`)
        expect(rules.every(({ type, category }) => kindOf(category) === type)).toBe(true)
        expect(new Set(rules.map(({ statement }) => statement.toLowerCase())).size).toBe(rules.length)
      }),
    )
  })
})
