import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { readSources, type SourceFile } from '../../../scripts/rooms.ts'

/** The reader decides by tables of named rules; a function of many branches is a table that nobody can name or test. */

const maxBranches = 25

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)
const isFunction = ({ type }: Node) => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
const isBranch = ({ type, test }: Node) =>
  /^(?:If|For|ForOf|ForIn|While|DoWhile)Statement$|^(?:Conditional|Logical)Expression$|^CatchClause$/.test(type) ||
  (type === 'SwitchCase' && test !== null)

/** The branches of a function, without those of functions in it. */
function branchesOf(node: Node): number {
  return childrenOf(node)
    .filter((child) => !isFunction(child))
    .reduce((sum, child) => sum + (isBranch(child) ? 1 : 0) + branchesOf(child), 0)
}

const nodesOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesOf)]

/** Every function by its file and line, with its branches and the way past all of them. */
function functionsOf({ path, text }: SourceFile) {
  const { program, errors } = parseSync(path, text)
  expect(errors).toEqual([])
  return nodesOf(program as unknown as Node)
    .filter(isFunction)
    .map((found) => ({
      at: `${path}:${text.slice(0, found.start).split('\n').length}`,
      branches: 1 + branchesOf(found),
    }))
}

test('branches are counted in each function by itself', () => {
  const text = [
    'const isLong = (line: string) => line.length > 80 || line.includes("\\t")',
    'function read(lines: string[]) {',
    '  for (const line of lines) if (isLong(line)) return lines.map((each) => (each ? 1 : 0))',
    '  switch (lines.length) { case 0: return []; default: return undefined }',
    '}',
  ].join('\n')
  expect(functionsOf({ path: 'a.ts', text, imports: [] })).toEqual([
    { at: 'a.ts:1', branches: 2 },
    { at: 'a.ts:2', branches: 4 },
    { at: 'a.ts:3', branches: 2 },
  ])
})

test(`no function of the reader has more than ${maxBranches} branches`, () => {
  const all = readSources('reader').flatMap(functionsOf)
  expect(all.length).toBeGreaterThan(500)
  expect(all.filter(({ branches }) => branches > maxBranches)).toEqual([])
})
