/** Returns the same bytes as a `Buffer` without copying them: databases and threads return plain arrays. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
