/** A picture of an agent, ready to be served. */
export interface Picture {
  content_type: PictureType
  bytes: Uint8Array
}

/** Media types of pictures and their file extensions. */
export const pictureEndings = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
} as const
export type PictureType = keyof typeof pictureEndings

/** Generates avatars: a configured image model, or a local drawing (behavior: Configuration). */
export interface AvatarGenerator {
  /** `seed` distinguishes agents with the same prompt. */
  generate(prompt: string, seed: string): Promise<Picture>
}

/** Detects the media type from the first bytes; undefined for anything that is not shown as an avatar. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined
}
