import { workerData } from 'node:worker_threads'
import { AppError } from '#core/base/errors.ts'
import { once } from '#core/base/once.ts'
import type { Tasks } from '#core/base/task-runner.ts'
import { normalized } from '#core/domain/vectors/similarity.ts'

/** Runs a sentence encoder (`local-embeddings.ts`). */

export interface Encoder {
  /** The id by which its vectors are stored. */
  name: string
  /** The path of the file. */
  model: string
  tokenizer: { json: object; config: object }
  /** The folder of the runtime and the tokenizer. */
  packages: [runtime: string, tokenizers: string]
  prefix: string
  pooling: 'mean' | 'cls' | 'last'
  maxTokens: number
}

export interface LocalEmbeddingWork {
  /** Unit vectors, one after the other. */
  embed: { input: string[]; output: { values: Float32Array; dimensions: number } }
}

/** The used parts of the two packages; they are not installed unless a model is configured. */
interface Tensor {
  data: Float32Array
  dims: readonly number[]
  type: string
}
interface Session {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>
}
interface Runtime {
  InferenceSession: { create(file: string, options: object): Promise<Session> }
  Tensor: new (type: string, data: BigInt64Array, dims: number[]) => Tensor
}
interface Tokenizers {
  Tokenizer: new (json: object, config: object) => { encode(text: string): { ids: number[] } }
}

/** Batch size; texts of about the same length are run together. */
const batchSize = 16

const { name, model, tokenizer, packages, prefix, pooling, maxTokens }: Encoder = workerData
/** Loads a package from where it was found; both are CommonJS. */
const load = async (address: string) => {
  const loaded = await import(address)
  return loaded.default ?? loaded
}

const open = async () => {
  const [runtime, tokenizers] = packages
  const { InferenceSession, Tensor }: Runtime = await load(runtime)
  const { Tokenizer }: Tokenizers = await load(tokenizers)
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    enableCpuMemArena: false,
  })
  return { session, Tensor, encoder: new Tokenizer(tokenizer.json, tokenizer.config) }
}
const openEncoder = once(() =>
  open().catch((error: Error) => {
    // The reason names files of the machine, which only the log may show.
    throw new AppError('model_failed', `The embedding model ${name} cannot be run`, undefined, { cause: error })
  }),
)

export const work: Tasks<LocalEmbeddingWork> = {
  embed: async (texts) => {
    const { session, Tensor, encoder } = await openEncoder()
    const tokens = texts.map((text) => shortened(encoder.encode(prefix + text).ids))
    const order = [...tokens.keys()].sort((a, b) => tokens[a]!.length - tokens[b]!.length)
    let values = new Float32Array()
    let dimensions = 0
    for (let at = 0; at < order.length; at += batchSize) {
      const batch = order.slice(at, at + batchSize)
      const vectors = await run(
        session,
        Tensor,
        batch.map((text) => tokens[text]!),
      )
      dimensions = vectors[0]!.length
      if (values.length === 0) values = new Float32Array(texts.length * dimensions)
      for (const [index, text] of batch.entries()) values.set(vectors[index]!, text * dimensions)
    }
    return { values, dimensions }
  },
}

/** The last token ends the text, even if its middle is truncated. */
const shortened = (ids: number[]): number[] =>
  ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!]

async function run(session: Session, Tensor: Runtime['Tensor'], rows: number[][]): Promise<Float32Array[]> {
  const length = Math.max(1, ...rows.map((row) => row.length))
  const dims = [rows.length, length]
  const fill = (valueAt: (row: number[], at: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(rows.flatMap((row) => Array.from({ length }, (_, at) => BigInt(valueAt(row, at))))),
      dims,
    )
  const inputs: Record<string, () => Tensor> = {
    input_ids: () => fill((row, at) => row[at] ?? 0),
    attention_mask: () => fill((row, at) => (at < row.length ? 1 : 0)),
    token_type_ids: () => fill(() => 0),
    position_ids: () => fill((_, at) => at),
  }
  const feeds: Record<string, Tensor> = {}
  for (const name of session.inputNames) {
    const input = inputs[name]
    if (!input) throw new Error(`The model asks for ${name}, which no sentence encoder needs`)
    feeds[name] = input()
  }
  const answer = await session.run(feeds)
  const output = answer.sentence_embedding ?? answer.last_hidden_state ?? answer[session.outputNames[0]!]!
  if (output.type !== 'float32') throw new Error(`The model answers with ${output.type}; use its export with float32`)
  const size = output.dims.at(-1)!
  return rows.map((row, at) => {
    if (output.dims.length === 2) return normalized(output.data.slice(at * size, (at + 1) * size))
    return normalized(pooled(output.data.subarray(at * length * size, (at + 1) * length * size), row.length, size))
  })
}

function pooled(states: Float32Array, tokens: number, size: number): Float32Array {
  const state = (at: number) => states.slice(at * size, (at + 1) * size)
  if (pooling === 'cls') return state(0)
  if (pooling === 'last') return state(Math.max(0, tokens - 1))
  const sum = new Float32Array(size)
  for (let token = 0; token < tokens; token++) for (let at = 0; at < size; at++) sum[at]! += states[token * size + at]!
  return sum
}
