/** The limits of a conversation's size (behavior: Conversations). */

/** In kB of 1,000 bytes, as UTF-8. */
export const maxMessageBytes = 256_000
export const maxConversationMessages = 10_000
export const maxConversationBytes = 32 * 1024 * 1024

/** The size of a message: its content and its metadata, if any. */
export const messageBytes = (content: string, metadata: Record<string, unknown> = {}): number =>
  Buffer.byteLength(content) + (Object.keys(metadata).length === 0 ? 0 : Buffer.byteLength(JSON.stringify(metadata)))
