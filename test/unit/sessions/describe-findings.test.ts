import { expect, test } from 'vitest'
import { describeGroups } from '../../../cli/sessions/describe-findings.ts'
import { type Finding, groupFindings } from '../../../cli/sessions/finding.ts'

const finding = (session: string, quote: string): Finding => ({
  ...{
    statement: 'Use tabs',
    kind: 'belief',
    category: 'preference',
    quote,
    how: 'explicit',
    score: 0.9,
    is_sure: true,
  },
  ...{ tool: 'codex', session, turn: '1', project: '~/shop', at: `2026-10-0${session}T09:00:00Z` },
})

test('equal quotes are printed once, with each session', () => {
  const findings = [finding('1', 'use tabs'), finding('2', 'tabs!'), finding('3', 'use tabs')]
  expect(describeGroups(groupFindings(findings, new Map()))).toEqual([
    'Use tabs',
    '  preference, said explicitly, 3 sessions, 90% sure',
    '  2026-10-01  codex  ~/shop  "use tabs"',
    '  2026-10-03  codex  ~/shop',
    '  2026-10-02  codex  ~/shop  "tabs!"',
    '',
  ])
})
