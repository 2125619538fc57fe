import { expect, test } from 'vitest'
import { isBot, isOfBot } from '#core/domain/sources/bots.ts'

test.each([
  { login: 'harbor-helper', type: 'Bot' },
  { login: 'dependabot[bot]', type: 'User' },
  { login: 'renovate-bot', type: 'User' },
  { login: 'snyk-bot' },
  { login: 'pre-commit-ci[bot]' },
  { login: null, name: 'github-actions[bot]', email: '41898282+github-actions[bot]@users.noreply.github.com' },
  { login: null, name: 'GitHub Actions', email: 'actions@github.com' },
  { login: null, name: 'Renovate Bot', email: 'bot@renovateapp.com' },
  { login: null, name: 'Updates', email: '49699333+dependabot[bot]@users.noreply.github.com' },
  { login: null, name: 'Snyk bot', email: 'snyk-bot@snyk.io' },
])('is a program: %j', (author) => {
  expect(isBot(author)).toBe(true)
})

test.each([
  { login: 'sam', type: 'User', name: 'dependabot' },
  { login: 'renovator', type: 'User' },
  { login: null, name: 'Robot Smith', email: 'smith@example.com' },
  { login: null, name: 'Mae Stale', email: 'mae@example.com' },
  { login: null, name: null, email: null },
  {},
])('is no program: %j', (author) => {
  expect(isBot(author)).toBe(false)
})

test('the account of the agent itself is the agent, whatever it is called', () => {
  const commit = {
    source_type: 'github_commit' as const,
    author: 'ada[bot]',
    metadata: { github_username: 'ada[bot]' },
  }
  expect(isOfBot(commit, { github_username: 'Ada[bot]' })).toBe(false)
  expect(isOfBot(commit, { github_username: null })).toBe(true)
  expect(isOfBot({ ...commit, source_type: 'conversation' }, { github_username: null })).toBe(false)
})
