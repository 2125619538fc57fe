import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { readSources } from '../../../scripts/rooms.ts'

/** A literal that is spread into another one keeps the formatter from a line for each entry, and says nothing else. */

const files = ['core', 'reader', 'server', 'cli', 'web', 'scripts', 'evaluation'].flatMap(readSources)

interface Node {
  type: string
  start: number
  argument?: Node
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nodesOf = (node: Node): Node[] => [node, ...Object.values(node).flat().filter(isNode).flatMap(nodesOf)]

/** The lines of a source with a spread of a literal. */
const spreadsIn = (path: string, text: string) =>
  nodesOf(parseSync(path, text).program as unknown as Node)
    .filter(({ type, argument }) => type === 'SpreadElement' && /^(?:Object|Array)Expression$/.test(argument!.type))
    .map(({ start }) => text.slice(0, start).split('\n').length)

test('no literal is spread into another one', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(({ path, text }) => spreadsIn(path, text).map((line) => `${path}:${line}`))).toEqual([])
})

test('a spread of a literal is found, and a spread of a condition or of a call is none', () => {
  expect(
    spreadsIn('a.ts', 'const a = { ...{ b: 1 },\n c: [...[2]], ...(b && { d }), e: [...[1].map(String)] }'),
  ).toEqual([1, 2])
})
