import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Embedder } from '#core/domain/language.ts'
import { calibrate, calibrationTexts } from '#core/domain/similar/calibration.ts'
import { cosine } from '#core/domain/vectors/similarity.ts'
import { localEmbeddingModel } from '../../../../server/outside/models/local-embeddings.ts'
import { writeTinyEncoder } from '../../../support/tiny-encoder.ts'

let folder: string
const open: Embedder[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encoder-'))
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((embedder) => embedder.close?.()))
  rmSync(folder, { recursive: true, force: true })
})

const load = () => {
  const embedder = localEmbeddingModel(folder)
  open.push(embedder)
  return embedder
}

const isInstalled = ['onnxruntime-node', '@huggingface/tokenizers'].every((name) => {
  try {
    return createRequire(import.meta.url).resolve(name) !== ''
  } catch {
    return false
  }
})

test('says in a sentence what is missing', () => {
  expect(load).toThrow(`EMBEDDING_MODEL_PATH: ${folder} has no onnx/model.onnx`)
  writeFileSync(join(folder, 'model.onnx'), '')
  expect(load).toThrow(`EMBEDDING_MODEL_PATH: ${folder} has no tokenizer.json`)
  rmSync(folder, { recursive: true })
  expect(load).toThrow(`EMBEDDING_MODEL_PATH: there is no folder ${folder}`)
})

test.skipIf(isInstalled)('names the packages that run it', () => {
  writeTinyEncoder(folder)
  expect(load).toThrow(/onnxruntime-node .*must be installed to run a model: npm install onnxruntime-node/)
})

describe.runIf(isInstalled)('an encoder', () => {
  test.each(['mean', 'cls', 'last'])('gives unit vectors in order, with %s pooling', async (pooling) => {
    writeTinyEncoder(folder, { pooling })
    const embedder = load()
    expect(embedder.model).toMatch(new RegExp(`^${basename(folder)}@`))
    const texts = [
      'Keep functions short',
      'Wash your hands',
      'Functions kept short',
      ...Array.from({ length: 100 }, (_, at) => `Number ${at}`),
    ]
    const vectors = await embedder.embed(texts)
    expect(vectors).toHaveLength(texts.length)
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1)
    const [alone] = await embedder.embed([texts[2]!])
    expect(cosine(alone!, vectors[2]!)).toBeCloseTo(1)
    if (pooling === 'mean') expect(cosine(vectors[0]!, vectors[2]!)).toBeGreaterThan(cosine(vectors[0]!, vectors[1]!))
    else expect(cosine(vectors[0]!, vectors[1]!)).toBeCloseTo(1)
  })

  test('is calibrated by the labeled pairs', async () => {
    writeTinyEncoder(folder)
    const { calibration, figures } = calibrate(await load().embed([...calibrationTexts]))
    expect(calibration!.same).toBeGreaterThan(calibration!.idea)
    expect(figures.duplicates).toBeGreaterThan(0.8)
  })

  test('shortens what is longer than it reads, and takes a text without words', async () => {
    writeTinyEncoder(folder)
    const [long, empty] = await load().embed(['word '.repeat(2000), ''])
    expect([Math.hypot(...long!), Math.hypot(...empty!)].map(Math.round)).toEqual([1, 1])
  })

  test('fails with the reason when the file is no model', async () => {
    writeTinyEncoder(folder)
    writeFileSync(join(folder, 'onnx/model.onnx'), 'nothing')
    await expect(load().embed(['a'])).rejects.toThrow()
  })
})
