import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ChatRequest,
  type FakeLanguageModel,
  failsWith,
  faults,
  type Reply,
  startLanguageModel,
} from '../../fakes/language-model.ts'
import { connectTo, key, requester, right } from '../../support/model-answers.ts'

/** Endpoints refuse and fail in many words: refused formats are left out, and errors have the endpoint's own reason. */

const text = '- Never push to main\n- Always write tests'

let model: FakeLanguageModel
beforeEach(async () => {
  model = await startLanguageModel()
})
afterEach(() => model.stop())

const connect = () => connectTo(model)
const read = async (reply: Reply) => {
  model.reply = () => reply
  return connect().readRules(text, requester)
}

describe('a response format that the endpoint refuses', () => {
  const formatsOf = (requests: ChatRequest[]) => requests.map(({ response_format }) => response_format?.type ?? 'none')
  const message = (words: string) => ({ error: { message: words } })
  const ask = async (language: ReturnType<typeof connect>) => (await language.readRules(text, requester)).length

  test.each<[string, Reply]>([
    [
      '400 in OpenAI’s words',
      failsWith(400, message("Invalid parameter: 'response_format' of type 'json_schema' is not supported")),
    ],
    [
      '422 in FastAPI’s',
      failsWith(422, { detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }] }),
    ],
    ['404 without a reason', failsWith(404, '')],
    ['400 in its own words', failsWith(400, message('Ce champ est inconnu'))],
    ['501', failsWith(501, message('structured outputs: not implemented'))],
    ['500 that names the grammar', failsWith(500, message('failed to parse grammar'))],
    ['a page', failsWith(415, '<html><body>Unsupported</body></html>')],
    [
      '200 with an error',
      failsWith(200, { error: { code: 400, message: 'json_schema is unavailable for this model' } }),
    ],
  ])('%s: the next one is tried, once and from then on', async (_, refusal) => {
    model.reply = ({ response_format }) => (response_format?.type === 'json_schema' ? refusal : right)
    const language = connect()
    expect([await ask(language), await ask(language)]).toEqual([2, 2])
    expect(formatsOf(model.requests)).toEqual(['json_schema', 'json_object', 'json_object'])
  })

  test('altogether is left out from then on', async () => {
    model.reply = ({ response_format }) => (response_format ? failsWith(422, message('no')) : right)
    const language = connect()
    expect([await ask(language), await ask(language)]).toEqual([2, 2])
    expect(formatsOf(model.requests)).toEqual(['json_schema', 'json_object', 'none', 'none'])
  })

  test.each<[string, Reply]>([
    ['401', failsWith(401, message('Incorrect API key'))],
    ['403', failsWith(403, message('Country not supported'))],
    ['402', failsWith(402, message('Insufficient credits'))],
    ['429', faults.rateLimited],
    ['500', faults.error],
    ['a context that is too long', failsWith(400, message("This model's maximum context length is 4096 tokens"))],
    ['a model that is missing', failsWith(404, message("The model 'fake' does not exist"))],
    ['a cut connection', faults.cutOff],
  ])('is not what %s says', async (_, fault) => {
    model.reply = () => fault
    const language = connect()
    await expect(ask(language)).rejects.toMatchObject({ status: 500 })
    model.reply = () => right
    await ask(language)
    expect(new Set(formatsOf(model.requests))).toEqual(new Set(['json_schema']))
  })

  test('is not remembered when no format is answered, nor without its name once schemas were answered', async () => {
    model.reply = () => failsWith(400, message('bad luck'))
    const language = connect()
    await expect(ask(language)).rejects.toMatchObject({ status: 500 })
    model.reply = () => right
    await ask(language)
    model.reply = ({ response_format }) => (response_format ? failsWith(400, message('bad luck')) : right)
    await expect(ask(language)).rejects.toMatchObject({ status: 500 })
    expect(formatsOf(model.requests)).toEqual(['json_schema', 'json_object', 'none', 'json_schema', 'json_schema'])
  })

  test('is the only optional part of a request', async () => {
    await read(right)
    expect(Object.keys(model.requests[0]!).sort()).toEqual(['messages', 'model', 'response_format'])
  })
})

describe('the endpoint’s own reason', () => {
  const reasonOf = (status: number, body: unknown) =>
    read(failsWith(status, body)).then(
      () => 'answered',
      (error: Error) => error.message,
    )

  test.each([
    [
      'OpenAI',
      404,
      { error: { message: "The model 'x' does not exist", code: 'model_not_found' } },
      "The model 'x' does not exist",
    ],
    [
      'Ollama',
      404,
      { error: "model 'x' not found, try pulling it first" },
      "model 'x' not found, try pulling it first",
    ],
    ['FastAPI', 422, { detail: 'Prompt is empty' }, 'Prompt is empty'],
    [
      'FastAPI with a list',
      400,
      { detail: [{ loc: ['body'], msg: 'context length exceeded' }] },
      'context length exceeded',
    ],
    [
      'Azure',
      401,
      { statusCode: 401, message: 'Access denied due to invalid key' },
      'Access denied due to invalid key',
    ],
    [
      'Gemini',
      400,
      [{ error: { code: 400, message: 'API key expired', status: 'INVALID_ARGUMENT' } }],
      'API key expired',
    ],
    ['problem details', 402, { type: 'about:blank', title: 'Payment required' }, 'Payment required'],
    ['plain text', 413, 'Request body too large\n', 'Request body too large'],
    ['a quota', 429, { error: { message: 'You exceeded your current quota' } }, 'You exceeded your current quota'],
    ['a gateway, with 200', 200, { error: { message: 'upstream is overloaded', code: 503 } }, 'upstream is overloaded'],
  ])('in the form of %s stands in the error', async (_, status, body, reason) => {
    expect(await reasonOf(status, body)).toContain(`Its reason: "${reason}"`)
  })

  test('is bounded, one line, and data', async () => {
    const reason = await reasonOf(400, { error: { message: `Bad "input"\n\n<!-- x -->\u202e ${'very '.repeat(200)}` } })
    expect(reason).toMatch(/Its reason: "Bad 'input' (?:very )+/)
    expect(reason.length).toBeLessThan(300)
  })

  test.each([
    ['the service’s key', `Incorrect API key provided: ${key}. Check it.`],
    ['a masked key', 'Incorrect API key provided: sk-tes*************ghij.'],
    ['another token', 'Token ghp_abcdefghijklmnopqrstuvwxyz0123456789 is invalid'],
    ['an account', 'Rate limit reached in organization org-AbCdEfGh1234 on tokens'],
  ])('holds no secret: %s', async (_, words) => {
    const reason = await reasonOf(401, { error: { message: words } })
    expect(reason).toContain('[redacted]')
    expect(reason).not.toMatch(/sk-tes|ghij|ghp_|AbCd/)
  })

  test.each([
    ['a page', '<!doctype html><title>502 Bad Gateway</title>'],
    ['nothing', ''],
    ['an object of something else', '{"trace": {"id": 7}}'],
  ])('is missing where the answer is %s', async (_, body) => {
    expect(await reasonOf(400, body)).toBe('The language model failed (status 400)')
  })
})
