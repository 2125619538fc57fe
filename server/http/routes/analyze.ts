import { categories, type Kind } from '#core/domain/kinds.ts'
import { AnyText, Category, Integer, Named, OneOf, responses, Share } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'
import { CountsByCategory } from '../resources/items.ts'
import { withLost } from '../resources/lost.ts'
import type { Routes } from '../routes.ts'

const maxBytes = 4 * 1024 * 1024
const ExtractedItems = (kind: Kind) =>
  Type.Array(Type.Object({ category: Category(kind), statement: AnyText('Never merge on red') }))
const pair = { a: AnyText('Always answer in prose'), b: AnyText('Never answer in prose') }

/** Analyzes a rules file, for anyone (behavior: Public analyzer). */
export const analyzeRoutes: Routes = (deps) => async (app) => {
  app.post(
    '/public/analyze',
    {
      bodyLimit: maxBytes,
      config: { access: 'public', tier: 'bulk', window: 'analyze' },
      schema: {
        tags: ['Agent identity'],
        summary: 'Analyze a rules file',
        description:
          'CLAUDE.md, AGENTS.md, rules of an editor or a plain prompt: its beliefs and responsibilities, what is missing, repeated or contradicts itself, and its tokens of o200k_base. Without an account; nothing is stored, and no language model is called.',
        body: Type.Object({
          content: Type.String({ minLength: 1, pattern: '\\S', examples: ['# Rules\n- Always write tests first'] }),
          filename: Type.Optional(Type.String({ maxLength: 500, examples: ['CLAUDE.md'] })),
        }),
        response: responses(
          200,
          Named('RulesAnalysis', {
            format: AnyText('claude_md'),
            beliefs: ExtractedItems('belief'),
            responsibilities: ExtractedItems('responsibility'),
            by_category: CountsByCategory,
            gaps: Type.Array(OneOf(categories), { description: 'categories that nothing is in' }),
            duplicates: Type.Array(Type.Object({ ...pair, similarity: Share })),
            contradictions: Type.Array(
              Type.Object({ ...pair, reason: AnyText('Both are about the same, and one denies what the other says') }),
            ),
            tokens: Type.Object({ total: Integer(420), rules: Integer(300), other: Integer(120) }),
            suggestions: Type.Array(
              Type.Object({ action: AnyText('merge'), reason: AnyText('2 pairs of rules say the same') }),
            ),
            ...withLost,
          }),
          [400, 401, 413],
        ),
      },
    },
    ({ body, ip }) => deps.analyze(body, { org_id: ip }),
  )
}
