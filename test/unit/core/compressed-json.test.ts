import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compressJson, gzipParts } from '#core/base/compressed-json.ts'

test('a compressed object takes keys at its end, more than once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.object(), fc.array(fc.jsonValue(), { maxLength: 3 }), async (object, ends) => {
      const json = JSON.stringify({ first: 0, ...object })
      const compressed = await compressJson(Buffer.from(json))
      for (const end of ends) {
        const parts = gzipParts(compressed, Buffer.from(`,"next_steps":${JSON.stringify(end)}}`))
        expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(
          `${json.slice(0, -1)},"next_steps":${JSON.stringify(end)}}`,
        )
      }
    }),
  )
})

test('megabytes come back as they were', async () => {
  const json = JSON.stringify({
    agents: Array.from({ length: 50_000 }, (_, at) => ({ id: at, name: `Ægir ${at} 漢` })),
  })
  const parts = gzipParts(await compressJson(Buffer.from(json)), Buffer.from('}'))
  expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(json)
})
