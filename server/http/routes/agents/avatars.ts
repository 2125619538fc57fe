import type { TSchema } from 'typebox'
import { pictureEndings } from '#core/domain/identity/avatars.ts'
import { isNamed } from '#core/domain/requests/etag.ts'
import { readAvatar } from '../../../features/agents/avatars.ts'
import { NotModified, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import type { Routes } from '../../routes.ts'

/** Lets a picture display and style itself; it may not run, load or send anything, also when opened on its own. */
const inert = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const Picture = {
  description: 'the picture',
  content: Object.fromEntries(
    // The last one is for generators of clients, which read no other type as bytes.
    [...Object.keys(pictureEndings), 'application/octet-stream'].map((type) => [
      type,
      { schema: Type.String({ format: 'binary', examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'] }) },
    ]),
  ),
} as unknown as TSchema

const answers: Record<number, TSchema> = { ...responses(200, Type.Null(), [404]), ...NotModified, 200: Picture }

/**
 * Serves avatars to anyone. The address identifies the content, so cached avatars are never stale (behavior: Avatars).
 */
export const avatarRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/avatars/:file',
    {
      config: { access: 'public', window: 'avatars' },
      schema: {
        tags: ['Agents'],
        summary: 'Load an avatar',
        description: 'At the URL in `avatar_url`. The content of a URL never changes; a replaced avatar is 404.',
        params: Type.Object({
          file: Type.String({
            pattern: '^[0-9a-f]{64}\\.(svg|png|jpg|webp)$',
            examples: [`${'9f86d081884c7d65'.repeat(4)}.svg`],
          }),
        }),
        response: answers,
      },
    },
    async (request, reply) => {
      const hash = request.params.file.slice(0, 64)
      const etag = `"${hash}"`
      const { content_type, bytes } = await readAvatar(deps, hash)
      reply
        .header('etag', etag)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', inert)
        .header('cross-origin-resource-policy', 'cross-origin')
      if (isNamed(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type(content_type).send(Buffer.from(bytes))
    },
  )
}
