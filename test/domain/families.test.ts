import { expect, test } from 'vitest'
import { weightedTopics } from '../../server/domain/families.ts'

const shared = (a: string, b: string) => {
  const others = weightedTopics(b)
  return [...weightedTopics(a)].reduce((sum, [topic, weight]) => sum + (others.has(topic) ? weight : 0), 0)
}

test.each([
  ['No jargon with relatives', 'Plain words for families'],
  ['Roll it back and look later', 'The old version comes first'],
  ['Vormittags keine Besprechung', 'Termine nie vor dem Mittagessen, der Morgen ist frei'],
  ['Kundentermine pünktlich', 'I am never late for a client'],
  ['Verschnitt werfe ich nicht weg', 'aus jedem Rest wird bei mir noch etwas'],
  ['über Gehälter rede ich nicht vor dem Team', 'was einer verdient, gehört nicht in die Runde'],
  ['ich kratze den Lack immer ab', 'kein Lack bleibt bei mir, der abgekratzt gehört'],
  ["I say so when I don't know", 'Never sound surer than I am: not sure is an answer'],
  ["When I'm off nobody reaches me", 'My days off are mine'],
  ['先在纸上画', 'Ich zeichne zuerst mit dem Bleistift'],
])('share a topic: %s, %s', (a, b) => {
  expect(shared(a, b)).toBeGreaterThanOrEqual(0.5)
})

test.each([
  ['Always look at it first', 'Never look at them last'],
  ['Ich mache das grundsätzlich so', 'Das mache ich immer selber'],
  ["I don't want that", "I don't do this"],
  ['the rest of it', 'aus jedem Rest wird noch etwas'],
  ['a gift for everybody', 'kein Gift in meinem Garten'],
  ['Somebody always asks afterwards', 'My body, my ward'],
  ['Keep it long', 'Leave it empty'],
])('share none: %s, %s', (a, b) => {
  expect(shared(a, b)).toBe(0)
})

test('a word as long as a statement is read as others are, however its halves could be told apart', () => {
  for (const part of ['a', 'ge', 'kundentermin', '我']) {
    const topics = weightedTopics(`${part.repeat(20_000)} Kundentermin`)
    expect([...topics.keys()]).toEqual(expect.arrayContaining([...weightedTopics('Kundentermin').keys()]))
  }
})
