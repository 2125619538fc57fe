import { describe, expect, test } from 'vitest'
import type { ClusterSearch } from '../../server/domain/clusters.ts'
import { findClustersInThread } from '../../server/features/vectors/vector-thread.ts'

/** Two rows that are the same, said by two. */
const search = (): ClusterSearch => ({
  rows: Float32Array.of(1, 0, 1, 0),
  dimensions: 2,
  threshold: 0.7,
  statements: ['Be kind', 'Be kind to all'],
  ranks: [0, 0],
  holders: [[0], [1]],
  minHolders: 2,
})
const found = [{ center: 0, members: [0, 1] }]
const asker = { org_id: 'a' }
const none = () => ({ ...search(), minHolders: 3 })

describe('findClustersInThread', () => {
  test('answers each call with its own clusters, in order', async () => {
    const answers = await Promise.all([
      findClustersInThread([search(), none()], asker),
      findClustersInThread([none()], asker),
      findClustersInThread([], asker),
      findClustersInThread([search()], asker),
    ])
    expect(answers).toEqual([[found, []], [[]], [], [found]])
  })

  test('fails with what failed in the thread, and answers the others', async () => {
    const broken = { ...search(), holders: undefined } as unknown as ClusterSearch
    const results = await Promise.allSettled([
      findClustersInThread([broken], asker),
      findClustersInThread([search()], asker),
    ])
    expect(results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: [found] }])
  })
})
