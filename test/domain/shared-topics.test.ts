import { describe, expect, test } from 'vitest'
import { SharedTopics } from '../../server/domain/similar/shared-topics.ts'

const of = (...statements: string[]) => {
  const topics = new SharedTopics()
  for (const statement of statements) topics.set(statement, statement)
  return topics
}

describe('the statement that a sentence gives up', () => {
  test.each([
    ["I've changed my mind on frozen.", 'Never cook with frozen food'],
    ['We take cards now, cash only was daft', 'It is cash only with me, card fees eat the margin'],
    ['Ja, das mit dem Gießen am Morgen hab ich aufgegeben', 'Ich gieße immer früh am Morgen, nie abends'],
    ["j'ai abandonné le papier", 'Toujours dans mon cahier, je note tout sur papier'],
  ])('%s', (sentence, statement) => {
    expect(of('Keep pull requests small', statement, 'Water the roses').nearest(sentence)).toBe(statement)
  })

  test.each([
    ['shares no topic', 'Close each ticket with a summary', "I've changed my mind on frozen."],
    ['is the sentence itself', "I've changed my mind on frozen.", "I've changed my mind on frozen."],
    [
      'shares little of what each says',
      'Write the weekly report for finance with charts, sources, owners and a summary',
      'I gave up on my morning run, the harbor road, the stretching, the cold shower and the weekly notes on blisters',
    ],
  ])('is none where the only one %s', (_, known, sentence) => {
    expect(of(known).nearest(sentence)).toBeUndefined()
  })

  test('is found by the statement that an id has now', () => {
    const topics = of('Never cook with frozen food')
    topics.set('Never cook with frozen food', 'Write tests first')
    expect(topics.nearest("I've changed my mind on frozen.")).toBeUndefined()
  })

  test('is not found by topics that nearly every statement has', () => {
    const topics = of(...Array.from({ length: 200 }, (_, at) => `Decision ${at} is in wiki w${at}x`))
    expect(topics.nearest('We gave up on the wiki for decisions')).toBeUndefined()
  })
})
