import type { AvatarGenerator } from '#core/domain/identity/avatars.ts'

/**
 * Draws a face whose colors, rotation and features derive from prompt and seed: equal input
 * always gives the same bytes.
 */
export const builtinAvatars: AvatarGenerator = {
  async generate(prompt, seed) {
    const [{ createAvatar }, thumbs] = await Promise.all([import('@dicebear/core'), import('@dicebear/thumbs')])
    return {
      content_type: 'image/svg+xml',
      bytes: new TextEncoder().encode(createAvatar(thumbs, { seed: `${seed} ${prompt}` }).toString()),
    }
  },
}
