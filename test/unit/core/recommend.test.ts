import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categories, kindOf } from '#core/domain/kinds.ts'
import { type Candidate, recommend, relevances } from '#core/domain/similar/recommend.ts'
import { maybeSimilarity, sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { definitionPaths, licenseOf, nameOfPath } from '#core/domain/sources/definition-files.ts'
import { starterRoles } from '#core/domain/starter-roles/all.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { dot, normalized } from '#core/domain/vectors/similarity.ts'

const same = (cosine: number) => cosine
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 })
  .filter((values) => values.some((value) => Math.abs(value) > 0.1))
  .map((values) => normalized(Float32Array.from(values)))
const candidate: fc.Arbitrary<Candidate> = fc
  .record({
    category: fc.constantFrom(...categories),
    statement: fc.string({ minLength: 1 }),
    embedding: vector,
    source: fc.constantFrom('a', 'b', 'c'),
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((fields) => ({ ...fields, kind: kindOf(fields.category) }))

describe('recommend', () => {
  test('keeps to the limits, the order, and what the agent has, whatever there is to choose from', () => {
    fc.assert(
      fc.property(
        vector,
        fc.array(candidate, { maxLength: 4 }),
        fc.array(candidate),
        (profile, present, candidates) => {
          const chosen = recommend(profile, present, candidates, same)
          const vectorOf = new Map(candidates.map((each) => [`${each.kind} ${each.statement} ${each.source}`, each]))
          for (const [kind, list] of Object.entries(chosen)) {
            expect(list.length).toBeLessThanOrEqual(10)
            const confidences = list.map(({ confidence }) => confidence)
            expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
            expect(confidences.every((value) => value >= 0 && value <= 1)).toBe(true)
            expect(list.every(({ category }) => kindOf(category) === kind)).toBe(true)
            const has = present.filter((item) => item.kind === kind).map(({ statement }) => statement)
            expect(list.some(({ statement }) => has.includes(statement))).toBe(false)
            expect(list.every(({ statement, source }) => vectorOf.has(`${kind} ${statement} ${source}`))).toBe(true)
          }
        },
      ),
    )
  })

  test('chooses no two that are alike, and none like what the agent has', () => {
    const distinct = fc.uniqueArray(candidate, { selector: ({ statement }) => statement.toLowerCase() })
    fc.assert(
      fc.property(vector, candidate, distinct, (profile, present, candidates) => {
        const embeddings = new Map(candidates.map(({ statement, embedding }) => [statement, embedding]))
        for (const [kind, list] of Object.entries(recommend(profile, [present], candidates, same))) {
          const vectors = list.map(({ statement }) => embeddings.get(statement)!)
          for (const [at, a] of vectors.entries()) {
            if (present.kind === kind) expect(dot(a, present.embedding)).toBeLessThan(sameSimilarity)
            for (const b of vectors.slice(at + 1)) expect(dot(a, b)).toBeLessThan(maybeSimilarity)
          }
        }
      }),
    )
  })
})

test('relevances are shares, whatever the vectors, also of a single template and of zeros', () => {
  const templates = fc.array(fc.oneof(vector, fc.constant(new Float32Array(6))), { minLength: 1 })
  fc.assert(
    fc.property(vector, templates, (profile, vectors) => {
      const near = relevances(profile, vectors)
      expect(near).toHaveLength(vectors.length)
      expect(near.every((value) => value >= 0 && value <= 1)).toBe(true)
    }),
  )
})

describe('starter roles', () => {
  test('are a dozen or more, each with 5 to 8 beliefs and 4 to 6 responsibilities', () => {
    expect(starterRoles.length).toBeGreaterThanOrEqual(12)
    expect(new Set(starterRoles.map(({ role }) => role)).size).toBe(starterRoles.length)
    for (const { role, items } of starterRoles) {
      const counts = { belief: 0, responsibility: 0 }
      for (const category of categories) counts[kindOf(category)] += items[category]?.length ?? 0
      expect([role, counts.belief >= 5 && counts.belief <= 8]).toEqual([role, true])
      expect([role, counts.responsibility >= 4 && counts.responsibility <= 6]).toEqual([role, true])
    }
  })

  test('say nothing twice, in sentences of their own', () => {
    const statements = starterRoles.flatMap(({ items }) => Object.values(items).flat())
    expect(new Set(statements.map(normalizeStatement)).size).toBe(statements.length)
    for (const statement of statements) expect(statement).toMatch(/^\p{Lu}[^\n]{15,140}[^.\s]$/u)
  })
})

describe('definition files', () => {
  test('are what their paths tell, not what stands beside them', () => {
    const others = [
      'README.md',
      'agents/README.md',
      'docs/agents/x.md',
      'agents/x.txt',
      'skills/a/SKILL.md',
      'CLAUDE.md',
    ]
    expect(definitionPaths([...others, 'agents/security.md', 'agents/security-auditor.md'])).toEqual({
      paths: ['agents/security-auditor.md'],
      certain: true,
    })
  })

  test('of a division need front matter, since any markdown could stand there', () => {
    const paths = ['engineering/frontend.md', 'marketing/social/writer.md', 'README.md', 'a/b/c/d.md', 'alone.md']
    expect(definitionPaths(paths)).toEqual({ paths: paths.slice(0, 2), certain: false })
  })

  test('of a folder with a SOUL.md are that file alone', () => {
    const paths = ['agents/sea/pilot/SOUL.md', 'agents/sea/pilot/MEMORY.md', 'agents/sea/cook.md']
    expect(definitionPaths(paths).paths).toEqual(['agents/sea/pilot/SOUL.md', 'agents/sea/cook.md'])
  })

  test.each([
    ['agents/pilot.agent.md', 'pilot'],
    ['agents/sea/pilot/SOUL.md', 'pilot'],
    ['harbor-pilot.md', 'harbor-pilot'],
  ])('%s is called %s', (path, name) => {
    expect(nameOfPath(path)).toBe(name)
  })

  test.each([
    ['MIT License\n\nCopyright (c) 2026', 'MIT'],
    [
      '                                 Apache License\n                           Version 2.0, January 2004',
      'Apache-2.0',
    ],
    ['All rights reserved.', undefined],
  ])('the license of %j is %s', (text, name) => {
    expect(licenseOf(text)).toBe(name)
  })
})
