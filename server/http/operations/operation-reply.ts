/** The parts of a reply that routes use. */
export class Reply {
  statusCode = 200
  payload: unknown
  private readonly headers = new Set<string>()

  status(code: number): this {
    this.statusCode = code
    return this
  }

  header(name: string, _value: unknown): this {
    this.headers.add(name)
    return this
  }

  hasHeader(name: string): boolean {
    return this.headers.has(name)
  }

  type(_contentType: string): this {
    return this
  }

  send(payload: unknown): this {
    this.payload = payload
    return this
  }
}
