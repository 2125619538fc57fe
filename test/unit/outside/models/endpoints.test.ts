import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReportedFailure } from '#core/models/endpoint.ts'
import {
  type ChatRequest,
  type FakeLanguageModel,
  failsWith,
  faults,
  type Reply,
  startLanguageModel,
} from '../../../fakes/language-model.ts'
import { connectTo, key, requester, right } from '../../../support/model-answers.ts'

/** Endpoints refuse and fail in many words: refused formats are left out, and tenants read no more of an error than is about their text. */

const text = '- Never push to main\n- Always write tests'

let model: FakeLanguageModel
beforeEach(async () => {
  model = await startLanguageModel()
})
afterEach(() => model.stop())

const connect = () => connectTo(model)

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
    model.reply = () => right
    await connect().readRules(text, requester)
    expect(Object.keys(model.requests[0]!).sort()).toEqual(['messages', 'model', 'response_format'])
  })
})

/** The sentence for tenants, and what the log has. */
async function failureOf(status: number, body: unknown) {
  const reported: ReportedFailure[] = []
  model.reply = () => failsWith(status, body)
  const language = connectTo(model, (failure) => reported.push(failure))
  const error = await language.readRules(text, requester).catch((error: Error) => error)
  return { message: (error as Error).message, reported: reported[0] }
}

describe('the endpoint’s own words about a text', () => {
  const tooLong = 'The language model refused the text as too long'
  const byPolicy = 'The language model refused the text by its content policy'

  test.each([
    [400, { error: { message: "This model's maximum context length is 4096 tokens" } }, tooLong],
    [400, { error: { code: 'context_length_exceeded', message: 'Input too long' } }, tooLong],
    [400, { detail: [{ loc: ['body'], msg: 'context length exceeded' }] }, tooLong],
    [413, 'Request body too large\n', tooLong],
    [422, { detail: 'prompt exceeds the limit of 8192 tokens' }, tooLong],
    [400, { error: { message: 'Your request was rejected as a result of our safety system.' } }, byPolicy],
    [400, { error: { message: "The prompt triggered Azure OpenAI's content management policy." } }, byPolicy],
  ])('stand in the error: %i %j', async (status, body, sentence) => {
    const { message, reported } = await failureOf(status, body)
    expect(message).toBe(`${sentence} (status ${status}). Its reason: "${reported!.reason}"`)
  })

  test('are told by the code, or by 413, too; then the sentence is ours alone', async () => {
    const coded = { error: { code: 'content_policy_violation', message: 'Nein.' } }
    expect((await failureOf(400, coded)).message).toBe(`${byPolicy} (status 400)`)
    expect((await failureOf(413, '')).message).toBe(`${tooLong} (status 413)`)
  })

  test('stand there without the sentences that name parts of the operator’s system', async () => {
    const words = [
      'litellm.ContextWindowExceededError: context window exceeded.',
      'This model has a context window of 8192 tokens.',
      'Received Model Group=gpt-4-internal with a context window of 8192 tokens.',
      'See http://10.0.3.7:4000/models for the context window of each.',
      'The context length of deployment prod-east-2 is 8192 tokens!',
      'Team billing-platform has spent $12.30 of its budget.',
    ]
    const { message, reported } = await failureOf(400, { error: { message: words.join(' ').slice(0, 10_000) } })
    expect(message).toBe(`${tooLong} (status 400). Its reason: "This model has a context window of 8192 tokens."`)
    expect(reported!.reason).toContain('litellm')
  })

  test('are bounded, one line, and data', async () => {
    const words = `Bad "context length"\n\n<!-- x -->\u202e ${'very '.repeat(200)}long context length`
    const { message } = await failureOf(400, { error: { message: words } })
    expect(message).toMatch(/Its reason: "Bad 'context length' (?:very )+/)
    expect(message.length).toBeLessThan(300)
  })
})

describe('the endpoint’s own words about anything else', () => {
  test.each<[string, number, unknown, string]>([
    ['OpenAI', 404, { error: { message: "The model 'x' does not exist" } }, "The model 'x' does not exist"],
    ['Ollama', 404, { error: "model 'x' not found" }, "model 'x' not found"],
    ['Azure', 401, { statusCode: 401, message: 'Access denied due to invalid key' }, 'Access denied'],
    ['Gemini', 400, [{ error: { code: 400, message: 'API key expired' } }], 'API key expired'],
    ['problem details', 402, { type: 'about:blank', title: 'Payment required' }, 'Payment required'],
    ['a quota', 429, { error: { message: 'You exceeded your current quota' } }, 'You exceeded your current quota'],
    ['a gateway, with 200', 200, { error: { message: 'upstream db-7 is away', code: 503 } }, 'upstream db-7 is away'],
    ['a budget', 400, { error: { message: 'Budget has been exceeded! Current cost: 12.3' } }, 'Budget has been'],
    ['a host', 500, { error: { message: 'connect ECONNREFUSED 10.0.3.7:8000' } }, 'ECONNREFUSED 10.0.3.7:8000'],
    ['a name', 422, { detail: 'Prompt is empty' }, 'Prompt is empty'],
  ])('in the form of %s (%i) are in the log alone', async (_, status, body, reason) => {
    const { message, reported } = await failureOf(status, body)
    expect(message).toMatch(/^The language model (?:has|is|refused|failed)/)
    expect(message).not.toMatch(/Its reason|10\.0|db-7|12\.3|empty|expired|Payment|quota/)
    expect(reported).toEqual({
      model: 'The language model',
      status: status === 200 ? 503 : status,
      reason: expect.stringContaining(reason),
    })
  })

  test.each([
    ['the service’s key', `Incorrect API key provided: ${key}. Check it.`],
    ['a masked key', 'Incorrect API key provided: sk-tes*************ghij.'],
    ['another token', 'Token ghp_abcdefghijklmnopqrstuvwxyz0123456789 is invalid'],
    ['an account', 'Rate limit reached in organization org-AbCdEfGh1234 on tokens'],
  ])('hold no secret in the log either: %s', async (_, words) => {
    const { reported } = await failureOf(401, { error: { message: words } })
    expect(reported!.reason).toContain('[redacted]')
    expect(reported!.reason).not.toMatch(/sk-tes|ghij|ghp_|AbCd/)
  })

  test.each([
    ['a page', '<!doctype html><title>502 Bad Gateway</title>'],
    ['nothing', ''],
    ['an object of something else', '{"trace": {"id": 7}}'],
  ])('are missing where the answer is %s', async (_, body) => {
    const { message, reported } = await failureOf(400, body)
    expect([message, reported!.reason]).toEqual(['The language model failed (status 400)', undefined])
  })
})
