import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sha256 } from '#core/base/hash.ts'
import { Pool } from '#core/base/pool.ts'
import type { Embedder } from '#core/domain/language.ts'
import type { Encoder, LocalEmbeddingWork } from './local-embeddings-work.ts'

/** The packages that run a model, installed by those who use one (docs/explanation/decisions/053). */
const packages = ['onnxruntime-node', '@huggingface/tokenizers'] as const

/** Number of texts sent to the thread at once. */
const pageSize = 64
/** The memory of a model is freed after this time without use. */
const idleSeconds = 120

/**
 * Embeddings by a sentence encoder in a folder with the files of its public export: `onnx/model.onnx`,
 * `tokenizer.json`, and, if present, `config.json`, `tokenizer_config.json`, `1_Pooling/config.json` and
 * `config_sentence_transformers.json`. It runs in a thread of its own, on one processor.
 *
 * @throws Error with one sentence when the folder or a package is missing.
 */
export function localEmbeddingModel(path: string): Embedder {
  const encoder = readEncoder(resolve(path))
  const pool = new Pool(new URL('../../start/models-worker.ts', import.meta.url), {
    threads: 1,
    idleSeconds,
    data: encoder,
  })
  const tasks = pool.tasks<LocalEmbeddingWork>('embedding', {
    deadlineSeconds: 120,
    tooMuch: (taken) => `Embedding these texts takes ${taken}`,
    waiting: 10_000,
  })
  const embedPage = async (texts: string[]) => {
    // Local embeddings cost nothing and pages are short, so all organizations share one queue.
    const { values, dimensions } = await tasks.run('embed', texts, { org_id: '' })
    return texts.map((_, at) => values.slice(at * dimensions, (at + 1) * dimensions))
  }
  return {
    model: encoder.name,
    embed: async (texts) => {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += pageSize)
        vectors.push(...(await embedPage(texts.slice(at, at + pageSize))))
      return vectors
    },
    rescale: (cosine) => cosine,
    close: () => pool.close(),
  }
}

function readEncoder(folder: string): Encoder {
  const fail = (problem: string) => new Error(`EMBEDDING_MODEL_PATH: ${problem}`)
  if (!existsSync(folder)) throw fail(`there is no folder ${folder}`)
  const model = findModel(folder)
  if (!model) throw fail(`${folder} has no onnx/model.onnx`)
  const tokenizer = join(folder, 'tokenizer.json')
  if (!existsSync(tokenizer)) throw fail(`${folder} has no tokenizer.json`)
  const missing = packages.filter((name) => !addressOf(name))
  if (missing.length > 0)
    throw fail(`${missing.join(' and ')} must be installed to run a model: npm install ${missing.join(' ')}`)
  const read = (name: string): Record<string, unknown> => {
    const file = join(folder, name)
    if (!existsSync(file)) return {}
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      throw fail(`${file} is not JSON`)
    }
  }
  const config = read('config.json')
  const called = `${basename(folder)} ${config._name_or_path ?? ''}`.toLowerCase()
  const version = sha256(`${statSync(model).size} ${basename(model)} ${statSync(tokenizer).size}`).slice(0, 8)
  return {
    name: `${basename(folder)}@${version}`,
    model,
    tokenizer: { json: read('tokenizer.json'), config: read('tokenizer_config.json') },
    packages: packages.map((name) => addressOf(name)!) as Encoder['packages'],
    prefix: prefixOf(called, read('config_sentence_transformers.json')),
    pooling: poolingOf(called, read('1_Pooling/config.json')),
    maxTokens: Math.min(256, Number(config.max_position_embeddings ?? 256)),
  }
}

/** The full model first, since the same sentence should have the same vector on every processor. */
function findModel(folder: string): string | undefined {
  const inFolder = (name: string) => {
    const path = join(folder, name)
    if (!existsSync(path)) return []
    const files = readdirSync(path).filter((file) => /^model.*\.onnx$/.test(file))
    return files.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).map((file) => join(path, file))
  }
  return [...inFolder('onnx'), ...inFolder('.')][0]
}

/** Beside the service, or in its working directory. */
function addressOf(name: string): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    try {
      return pathToFileURL(createRequire(from).resolve(name)).href
    } catch {
      // Missing here; the next folder may have it.
    }
  }
  return undefined
}

/** The prefix that the model expects before a sentence that is compared with others of its kind. */
function prefixOf(called: string, { prompts, default_prompt_name }: Record<string, unknown>): string {
  const known = (prompts ?? {}) as Record<string, string>
  const chosen = known.STS ?? known[String(default_prompt_name)]
  return chosen ?? (/\be5\b/.test(called) ? 'query: ' : '')
}

function poolingOf(called: string, config: Record<string, unknown>): Encoder['pooling'] {
  if (config.pooling_mode_cls_token) return 'cls'
  if (config.pooling_mode_lasttoken) return 'last'
  if (config.pooling_mode_mean_tokens) return 'mean'
  return /\bbge\b/.test(called) ? 'cls' : 'mean'
}
