/** Lists of ids in one column: 16 bytes each, without a round trip through JSON. */

const bytesPerId = 16

export const packIds = (ids: readonly string[]): Buffer => Buffer.from(ids.join('').replaceAll('-', ''), 'hex')

export function unpackIds(packed: Uint8Array): string[] {
  const hex = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('hex')
  return Array.from({ length: packed.byteLength / bytesPerId }, (_, at) =>
    hex
      .slice(at * bytesPerId * 2, (at + 1) * bytesPerId * 2)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
}
