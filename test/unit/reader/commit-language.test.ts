import { expect, test } from 'vitest'
import { isForeignCommit } from '#reader/commits/commit-language.ts'
import { builtinLanguage } from '#reader/engine.ts'

const commit = (content: string) => ({
  source_type: 'github_commit' as const,
  title: null,
  content,
  agent_name: 'Mira',
})

test.each([
  'Fehler in der Anmeldung behoben',
  'Tests für die Suche ergänzt',
  'fix(login): Umleitung korrigiert',
  'Corrige el error de la página',
  'Ajoute des tests pour la recherche',
  '修复登录错误',
  'Исправить ошибку входа',
])('a message in another language is skipped, and says so: %s', (message) => {
  expect(isForeignCommit(message)).toBe(true)
  expect(builtinLanguage.skips!(commit(message))).toBe('language')
})

test.each([
  'Fix the login',
  'fix: splash',
  'docs: todo',
  'Release 1.2.0',
  'Update README.md',
  'parser: handle `für` in names',
  'WIP',
  '',
])('an English one is not: %s', (message) => {
  expect(builtinLanguage.skips!(commit(message))).toBeUndefined()
})

test('nor is a merge, which nobody reads', () => {
  expect(builtinLanguage.skips!(commit("Merge branch 'hilfe' in die neue Anmeldung"))).toBeUndefined()
})
