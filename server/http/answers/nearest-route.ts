import type { FastifyInstance } from 'fastify'
import { editDistance } from '#core/base/edit-distance.ts'

/**
 * Finds the route that was probably meant by an address that does not exist. It compares the words of the address with
 * those of the documented routes, and reads nothing else: the same address gets the same answer from every tenant.
 */

/** A longer address is not compared. */
const maxSegments = 8

/**
 * Costs of turning the address into a route. Removing what stands before the last word is cheap, because people nest
 * what the API does not: `/agents/ada/beliefs` is `/beliefs`.
 */
const costs = {
  removed: 2,
  lastRemoved: 6,
  addedWord: 4,
  addedParameter: 2,
  wordAsParameter: 4,
  otherMethod: 2,
  most: 5,
}

interface Route {
  method: string
  url: string
  segments: string[]
}

const prefix = '/api/v1'
const segmentsOf = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path).split('/').slice(1)

/** Collects the documented routes as they are registered. The result returns `POST /api/v1/beliefs`, or nothing. */
export function collectNearest(app: FastifyInstance): (method: string, path: string) => string | undefined {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD' && schema && !schema.hide)
      routes.push({ method: String(method), url, segments: segmentsOf(url) })
  })
  let words: Set<string> | undefined
  return (method, path) => {
    const asked = segmentsOf(path).filter((segment) => segment !== '')
    if (asked.length === 0 || asked.length > maxSegments) return undefined
    words ??= new Set(routes.flatMap(({ segments }) => segments).filter((segment) => !isParameter(segment)))
    const edits = new Map([...words].map((word) => [word, asked.map((each) => editDistance(each.toLowerCase(), word))]))
    const parameter = asked.map((each) => (edits.has(each.toLowerCase()) ? costs.wordAsParameter : 0))
    let nearest: { route: Route; cost: number } | undefined
    for (const route of routes) {
      const matches = route.segments.map((segment) => edits.get(segment) ?? parameter)
      // Without a word in common, an address only has the shape of the route.
      const isRelated = matches.some((match) => match !== parameter && match.some(Number.isFinite))
      if (!isRelated) continue
      const cost = costOf(asked, route.segments, matches) + (route.method === method ? 0 : costs.otherMethod)
      if (cost <= costs.most && cost < (nearest?.cost ?? Infinity)) nearest = { route, cost }
    }
    return nearest && `${nearest.route.method} ${nearest.route.url.replace(/:(\w+)/g, '{$1}')}`
  }
}

const isParameter = (segment: string) => segment.startsWith(':')

/**
 * The least cost of an alignment of both lists, row by row as for the edits between two words.
 *
 * @param matches for each segment of the route the cost of standing for each one of the address.
 */
function costOf(asked: string[], segments: string[], matches: number[][]): number {
  const added = segments.map((segment) => (isParameter(segment) ? costs.addedParameter : costs.addedWord))
  let row = [0]
  for (const cost of added) row.push(row.at(-1)! + cost)
  for (const index of asked.keys()) {
    const removed = index === asked.length - 1 ? costs.lastRemoved : costs.removed
    const next = [row[0]! + removed]
    for (const [at, cost] of added.entries())
      next.push(Math.min(row[at + 1]! + removed, next[at]! + cost, row[at]! + matches[at]![index]!))
    row = next
  }
  return row.at(-1)!
}
