import { APICallError } from 'ai'

/** Requests for the form of an answer, the most helpful first; the instructions describe it anyway. */
const formats = ['json_schema', 'json_object', 'none'] as const
export type ResponseFormat = (typeof formats)[number]

/** Statuses that say nothing of the request's form: key, payment, access, time, size, rate. */
const otherFaults = new Set([401, 402, 403, 408, 413, 429])
const namesFormat = /response.?format|json.?(?:schema|object|mode)|structured.?output|guided|grammar|schema/i
const namesOtherFault =
  /context|too (?:long|large|many)|tokens|policy|filter|api.?key|quota|credit|billing|model\b.*\b(?:exist|found|unknown)/i

/**
 * Finds the response format that an endpoint accepts. A format that is refused is followed by the next one, and the one
 * that is answered is remembered. Endpoints refuse in many words, so until one has answered, any error
 * counts as a refusal that neither its status nor its words explain otherwise; later, its error must name the format.
 */
export class ResponseFormats {
  #accepted = 0
  #proven = false

  /** @throws the last error, when no format is accepted or the fault is another one. */
  async request<T>(send: (format: ResponseFormat) => Promise<T>): Promise<T> {
    for (let at = this.#accepted; ; at++) {
      try {
        const answer = await send(formats[at]!)
        this.#accepted = Math.max(this.#accepted, at)
        this.#proven = true
        return answer
      } catch (error) {
        if (at === formats.length - 1 || !this.#refusesFormat(error)) throw error
      }
    }
  }

  #refusesFormat(error: unknown): boolean {
    if (!APICallError.isInstance(error) || error.statusCode === undefined || error.statusCode < 400) return false
    const { statusCode, message, responseBody = '' } = error
    if (otherFaults.has(statusCode)) return false
    const words = `${message} ${responseBody}`
    return namesFormat.test(words) || (!this.#proven && statusCode < 500 && !namesOtherFault.test(words))
  }
}
