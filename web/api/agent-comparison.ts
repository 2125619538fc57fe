import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask } from './client.ts'

type Comparison = Answer<'/agents/{agentId}/comparison', 'get'>
export type ComparedRow = Comparison['rows'][number]

/** The visible items of two agents side by side. */
export const comparisonQuery = (a: string, b: string) =>
  queryOptions({
    queryKey: ['agent', a, 'comparison', b],
    queryFn: (): Promise<Comparison> =>
      ask(api.GET('/agents/{agentId}/comparison', { params: { path: { agentId: a }, query: { with: b } } })),
  })
