import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiDocument, hashLine, schemaFile } from '../../scripts/api-document.ts'

test('the types of the dashboard’s API client are current: if not, run "npm run generate"', async () => {
  const [firstLine] = readFileSync(schemaFile, 'utf8').split('\n')
  expect(firstLine).toBe(hashLine(await apiDocument()))
})
