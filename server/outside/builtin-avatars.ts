import { createAvatar } from '@dicebear/core'
import * as thumbs from '@dicebear/thumbs'
import type { AvatarGenerator } from '../domain/avatars.ts'

/** Draws a face whose colors, turn and features follow from prompt and seed: the same always give the same bytes. */
export const builtinAvatars: AvatarGenerator = {
  generate: async (prompt, seed) => ({
    content_type: 'image/svg+xml',
    bytes: new TextEncoder().encode(createAvatar(thumbs, { seed: `${seed} ${prompt}` }).toString()),
  }),
}
