import { describe, expect, test } from 'vitest'
import { SharedTopics } from '../../server/domain/shared-topics.ts'

const all = () => true
const of = (...statements: string[]) => {
  const topics = new SharedTopics()
  for (const statement of statements) topics.set(statement, statement)
  return topics
}

describe('the statement that shares most topics', () => {
  test('of the whole sentence that was said, where the statement leaves some out', () => {
    const topics = of('Document each decision briefly in the wiki')
    const said = 'a decision goes into the wiki, i never leave the room before'
    expect(topics.nearest('Never leave the room before', all, { brief: true })).toBeUndefined()
    expect(topics.nearest('Never leave the room before', all, { brief: true, said })).toBeDefined()
  })

  test('is found in another order and with other words around them', () => {
    const topics = of('Document each decision briefly in the wiki', 'Keep the wiki short')
    expect(topics.nearest('Whatever we decide, the decision is in the wiki that day', all)).toBe(
      'Document each decision briefly in the wiki',
    )
  })

  test.each([
    ['shares a single topic', 'Close each ticket with a summary', 'Reply to every ticket the same day'],
    ['shares one name of two words', 'Keep pull requests small', 'Review every pull request within a day'],
    ['is the opposite', 'Never deploy to production on Fridays', 'Always deploy to production on Fridays'],
  ])('is none where what is there %s', (_, known, statement) => {
    expect(of(known).nearest(statement, all)).toBeUndefined()
  })

  test('is one of those that are asked for, by the statement that it has now', () => {
    const topics = of('Document each decision in the wiki')
    const statement = 'Decisions: the wiki documents them'
    expect(topics.nearest(statement, () => false)).toBeUndefined()
    topics.set('Document each decision in the wiki', 'Write tests first')
    expect(topics.nearest(statement, all)).toBeUndefined()
  })

  test('is not told by topics that nearly everything has', () => {
    const topics = of(...Array.from({ length: 200 }, (_, at) => `Decision ${at} is in wiki w${at}x`))
    expect(topics.nearest('The wiki has every decision', all)).toBeUndefined()
  })
})
