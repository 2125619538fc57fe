import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { arrowsBetween, floors, readSources } from '../../../scripts/rooms.ts'

test('the picture of the architecture has every room and arrow; else `npm run map` draws it again', () => {
  const picture = readFileSync(join(import.meta.dirname, '../../../docs/explanation/architecture.svg'), 'utf8')
  const files = ['core', 'reader', 'server', 'cli'].flatMap(readSources)
  // The dashboard has floors, too, and no place in the picture.
  const folders = (Object.keys(floors) as (keyof typeof floors)[]).filter((folder) => folder !== 'web')
  const rooms = folders.flatMap((folder): string[] => floors[folder].flat())
  const arrows = folders.flatMap((folder) => {
    const drawn = new Set<string>(floors[folder].flat())
    return arrowsBetween(files, folder).filter(({ from, to }) => drawn.has(from) && drawn.has(to))
  })
  expect([...picture.matchAll(/<text x=[^>]*>([^<]*)</g)].map(([, room]) => room).sort()).toEqual(rooms.sort())
  // Without the number of imports, which is the width of the arrow and changes with most commits.
  const drawn = [...picture.matchAll(/<title>(\S+ → \S+): \d+</g)].map(([, arrow]) => arrow)
  expect(drawn.sort()).toEqual(arrows.map(({ from, to }) => `${from} → ${to}`).sort())
})
