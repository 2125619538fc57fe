import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiDocument, hashLine, pythonFolder, schemaFile } from '../../../scripts/api-document.ts'

test('the clients’ types of the API are current: if not, run "npm run generate"', async () => {
  const line = hashLine(await apiDocument())
  for (const file of [schemaFile, join(pythonFolder, 'types.py'), join(pythonFolder, 'operations.py')]) {
    const [firstLine] = readFileSync(file, 'utf8').split('\n')
    expect(firstLine).toContain(line)
  }
})
