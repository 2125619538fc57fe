import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stemmer } from 'stemmer'
import { seeded } from '#core/base/random.ts'
import { calibrationTexts } from '#core/domain/similar/calibration.ts'

/**
 * Creates a folder like those of public sentence encoders: an ONNX file that looks up a vector for each token, written
 * in protobuf by hand, and a tokenizer of whole words. Forms of a word share a vector, so it distinguishes the labeled
 * pairs.
 */
export function writeTinyEncoder(
  folder: string,
  { dimensions = 48, pooling = 'mean', output = 'last_hidden_state' } = {},
) {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']
  const ids = new Map(special.map((token, at) => [token, at]))
  const stems = new Map<string, number>()
  for (const word of calibrationTexts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])) {
    const stem = stemmer(word)
    if (!stems.has(stem)) stems.set(stem, special.length + stems.size)
    ids.set(word, stems.get(stem)!)
  }
  const rows = special.length + stems.size
  const random = seeded(7)
  const table = Float32Array.from({ length: rows * dimensions }, (_, at) =>
    at < special.length * dimensions ? 0.1 : random() - 0.5,
  )
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  mkdirSync(join(folder, '1_Pooling'), { recursive: true })
  writeFileSync(join(folder, 'onnx/model.onnx'), modelOf(table, rows, dimensions, output))
  const json = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value))
  json('1_Pooling/config.json', {
    [`pooling_mode_${pooling}${pooling === 'mean' ? '_tokens' : pooling === 'cls' ? '_token' : 'token'}`]: true,
  })
  json('config.json', { max_position_embeddings: 64 })
  json('tokenizer_config.json', {})
  json('tokenizer.json', {
    version: '1.0',
    added_tokens: special.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: null,
    model: { type: 'WordLevel', vocab: Object.fromEntries(ids), unk_token: '[UNK]' },
  })
}

/** `last_hidden_state = Gather(table, input_ids)`, in the messages of onnx.proto. */
function modelOf(table: Float32Array, rows: number, dimensions: number, output: string): Buffer {
  const tensor = message(
    number(1, rows),
    number(1, dimensions),
    number(2, 1),
    text(8, 'table'),
    bytes(9, Buffer.from(table.buffer)),
  )
  const node = message(text(1, 'table'), text(1, 'input_ids'), text(2, output), text(4, 'Gather'))
  const value = (name: string, type: number, dims: string[]) => {
    const shape = message(...dims.map((dim) => bytes(1, message(text(2, dim)))))
    return message(text(1, name), bytes(2, message(bytes(1, message(number(1, type), bytes(2, shape))))))
  }
  const graph = message(
    bytes(1, node),
    text(2, 'tiny'),
    bytes(5, tensor),
    bytes(11, value('input_ids', 7, ['batch', 'length'])),
    bytes(12, value(output, 1, ['batch', 'length', 'width'])),
  )
  return message(number(1, 8), bytes(7, graph), bytes(8, message(text(1, ''), number(2, 17))))
}

const message = (...fields: Buffer[]) => Buffer.concat(fields)
const varint = (value: number): Buffer => {
  const out: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128)
  return Buffer.from([...out, rest])
}
const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)])
const bytes = (field: number, value: Buffer) => Buffer.concat([varint(field * 8 + 2), varint(value.length), value])
const text = (field: number, value: string) => bytes(field, Buffer.from(value))
