import { AnyText, Flag, Id, Named, Nullable, OneOf, Share, Slug, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'

export const Model = Named('Model', {
  id: Id,
  org_id: Id,
  provider: AnyText('openai'),
  model_id: AnyText('gpt-5'),
  name: AnyText('GPT-5'),
  provider_url: Nullable(AnyText('https://api.openai.com/v1')),
  description: Nullable(AnyText('For planning')),
  created_at: Timestamp,
})

const Cosine = Nullable(Type.Number({ minimum: -1, maximum: 1, examples: [0.79] }))

export const EmbeddingModel = Named('EmbeddingModel', {
  model: AnyText('text-embedding-3-small'),
  state: OneOf(['built-in', 'configured', 'waiting', 'fitted', 'refused'], {
    description: '`waiting` until the labeled pairs were embedded; `refused` when the model does not tell them apart',
  }),
  same: Cosine,
  idea: Cosine,
  figures: Nullable(
    Type.Object(
      { duplicates: Share, ideas: Share, cross_language: Share, separation: Share },
      { description: 'of labeled pairs to which nothing was fitted' },
    ),
  ),
  calibrated_at: Nullable(Timestamp),
})

export const LanguageModel = Named('LanguageModel', {
  engine: Type.String({ description: '`builtin`, or the name of the model', examples: ['qwen3:8b'] }),
  models: Type.Array(AnyText('qwen3:8b'), {
    description: 'the models that prompts can be tried with, the default first; empty without a language model',
  }),
})

export const Environment = Named('Environment', {
  id: Id,
  org_id: Id,
  name: AnyText('Production'),
  slug: Slug,
  description: Nullable(AnyText('What customers see')),
  is_default: Flag,
  display_order: Type.Number({ examples: [0] }),
  created_at: Timestamp,
})

export const EnvironmentModel = Named('EnvironmentModel', {
  id: Id,
  environment_id: Id,
  model_id: Id,
  created_at: Timestamp,
  models: Model,
})

export const Assignment = Named('ModelAssignment', {
  id: Id,
  agent_id: Id,
  environment_id: Id,
  model_id: Id,
  is_primary: Flag,
  tier: Nullable(AnyText('planner')),
  created_at: Timestamp,
  environments: Named('SlugReference', { id: Id, name: AnyText('Production'), slug: Slug }),
  models: Type.Object({ id: Id, provider: AnyText('openai'), model_id: AnyText('gpt-5'), name: AnyText('GPT-5') }),
})
