import { Composer, CST, type Document, type DocumentOptions, Lexer, Parser, type SchemaOptions } from 'yaml'

/** Reads YAML of unknown origin. Its parser has no limits, so everything is counted before the parser gets it. */

export interface YamlLimits {
  depth: number
  /**
   * Texts, keys, marks of lists and brackets, and lines outside of texts: the parser needed 28 s for 2 MiB of empty
   * ones.
   */
  values: number
  /** Times that one anchor may be repeated; 0 refuses aliases. */
  aliases: number
}

/** A limit that is exceeded, or `syntax`. */
export type YamlFault = keyof YamlLimits | 'syntax'

/** Anchors, aliases and tags together: resolving them takes the square of their number. */
const maxProperties = 1000

/**
 * Parses the first document of a text. The parser receives one token after the other, and none once a limit is exceeded
 * or an error was found: 2 MiB of `[` took 1.85 GB and 27 s, and each error takes 2 KB.
 */
export function readYaml(
  text: string,
  limits: YamlLimits,
  options: Pick<SchemaOptions, 'schema'> = {},
): { value: unknown } | { fault: YamlFault } {
  const shape = new YamlShape()
  const parser = new Parser()
  const composer = new Composer({
    ...options,
    logLevel: 'silent',
    uniqueKeys: false,
    prettyErrors: false,
  } as DocumentOptions)
  const compose = (tokens: Iterable<CST.Token>): Document | 'syntax' | undefined => {
    for (const token of tokens) {
      if (token.type === 'error') return 'syntax'
      const [document] = composer.next(token)
      if (document) return document
    }
    return undefined
  }
  for (const lexeme of new Lexer().lex(text)) {
    shape.add(lexeme)
    if (shape.depth > limits.depth) return { fault: 'depth' }
    if (shape.values > limits.values) return { fault: 'values' }
    if (shape.properties > maxProperties) return { fault: 'aliases' }
    const document = compose(parser.next(lexeme))
    if (document) return toValue(document, limits)
  }
  return toValue(compose(parser.end()) ?? [...composer.end(true, text.length)][0]!, limits)
}

function toValue(document: Document | 'syntax', { aliases }: YamlLimits): { value: unknown } | { fault: YamlFault } {
  if (document === 'syntax' || document.errors.length > 0) return { fault: 'syntax' }
  try {
    return { value: document.toJS({ maxAliasCount: aliases }) }
  } catch {
    return { fault: 'aliases' }
  }
}

/** Counts the tokens of a YAML text. */
class YamlShape {
  values = 0
  properties = 0
  #brackets = 0
  /** The lists and mappings without brackets that are open. */
  readonly #blocks: { column: number; isList: boolean }[] = []
  #column = 0
  /** The column of the first value after a line break or a mark: that of a key, if a colon follows. */
  #first: number | undefined
  /** The next token is a text, even if it looks like a mark. */
  #isText = false

  get depth(): number {
    return this.#blocks.length + this.#brackets
  }

  add(lexeme: string): void {
    const type = this.#isText ? 'scalar' : CST.tokenType(lexeme)
    const isAnnounced = !this.#isText && type === 'scalar'
    this.#isText = isAnnounced
    if (isAnnounced || type === 'doc-mode') return
    const start = this.#column
    const lineBreak = lexeme.lastIndexOf('\n')
    this.#column = lineBreak < 0 ? start + lexeme.length : lexeme.length - lineBreak - 1
    if (type === 'space') return
    if (type === 'newline') this.#first = undefined
    else if (type === 'seq-item-ind') this.#enter(start, true)
    else if (type === 'explicit-key-ind') this.#enter(start, false)
    else if (type === 'map-value-ind') this.#enter(this.#first ?? start, false)
    else {
      this.#first ??= start
      if (type === 'flow-seq-start' || type === 'flow-map-start') this.#brackets++
      else if (type === 'flow-seq-end' || type === 'flow-map-end') this.#brackets--
      else if (type === 'flow-error-end') this.#brackets = 0
      else if (type === 'anchor' || type === 'alias' || type === 'tag') this.properties++
    }
    if (type !== 'map-value-ind' || this.#brackets > 0) this.values++
  }

  /** Opens the list or mapping of a mark, unless it is open. */
  #enter(column: number, isList: boolean) {
    this.#first = undefined
    if (this.#brackets > 0) return
    let last = this.#blocks.at(-1)
    while (last && (last.column > column || (last.column === column && last.isList && !isList))) {
      this.#blocks.pop()
      last = this.#blocks.at(-1)
    }
    if (last?.column !== column || last.isList !== isList) this.#blocks.push({ column, isList })
  }
}
