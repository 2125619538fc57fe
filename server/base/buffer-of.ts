/** The same bytes as a `Buffer`, without a copy: databases and threads give plain arrays. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
