import { join, relative } from 'node:path'
import {
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isClassDeclaration,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isNewExpression,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, type Checker, SymbolFlags } from 'typescript/unstable/sync'
import { type ErrorCode, statusOfCode } from '#core/base/errors.ts'

/** Finds the error messages of the service in its source, for `npm run messages` and test/unit/repository/messages.test.ts. */

export interface Message {
  /** The status of the answer; a message without one ends up in a sync, a job or the log. */
  status: number | undefined
  /** With `{name}` for each inserted value. */
  text: string
  /** Relative to the repository. */
  file: string
  line: number
}

const root = join(import.meta.dirname, '..')
/** Functions that create an error from their first argument. */
const makers = new Map([
  ['badRequest', 400],
  ['unauthorized', 401],
  ['notFound', 404],
  ['conflict', 409],
  ['tooLarge', 413],
  ['tooSlow', 413],
  ['unprocessable', 422],
  ['outsideFailure', 500],
])
/** Classes whose first argument is a message; `AppError` and `errorBody` have the code before it. */
const failures = /^(?:Error|\w+(?:Refusal|Failure))$/
/** The limit of values that are listed for a placeholder. */
const maxVariants = 60

/** Every message of `core/`, `reader/` and `server/`, in the order of files and lines. */
export function readMessages(): Message[] {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'tsconfig.json')
    const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    return program
      .getSourceFileNames()
      .filter((name) => /^(?:core|reader|server)\//.test(relative(root, name)))
      .sort()
      .flatMap((name) => messagesOf(program.getSourceFile(name)!, checker))
  } finally {
    api.close()
  }
}

function messagesOf(file: SourceFile, checker: Checker): Message[] {
  const messages = new Map<string, Message>()
  const visit = (node: Node): void => {
    const found = messageAt(node)
    for (const text of found ? textsOf(found.message, checker) : []) {
      // Texts built elsewhere are found there.
      if (!/[a-z]/.test(withoutPlaceholders(text))) continue
      const line = file.text.slice(0, node.getStart(file)).split('\n').length
      const whole = found!.isName ? `${text} not found` : text
      messages.set(`${found!.status} ${whole}`, {
        status: found!.status,
        text: whole,
        file: relative(root, file.fileName),
        line,
      })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return [...messages.values()]
}

const coded = (code: Node, message: Node) => ({
  message,
  status: isStringLiteral(code) ? statusOfCode[code.text as ErrorCode] : undefined,
})

/** The message that an expression turns into an error, or sends as one. */
function messageAt(node: Node): { message: Node; status: number | undefined; isName?: boolean } | undefined {
  if (isCallExpression(node) && isIdentifier(node.expression)) {
    const [message, second] = node.arguments
    if (node.expression.text === 'errorBody' && message && second) return coded(message, second)
    const status = makers.get(node.expression.text)
    return status && message ? { status, message, isName: node.expression.text === 'notFound' } : undefined
  }
  if (isNewExpression(node) && isIdentifier(node.expression)) {
    const [first, second] = node.arguments ?? []
    if (node.expression.text === 'AppError' && first && second) return coded(first, second)
    return first && failures.test(node.expression.text) ? { message: first, status: undefined } : undefined
  }
  if (
    isPropertyAssignment(node) &&
    isIdentifier(node.name) &&
    /^(?:error|message)$/.test(node.name.text) &&
    !isSchema(node)
  ) {
    return { message: node.initializer, status: undefined }
  }
  return undefined
}

/** In a schema `error: { type: 'string' }` is a field. */
const isSchema = ({ initializer }: { initializer: Node }) => isObjectLiteralExpression(initializer)

/** Every text that an expression can be, with `{name}` for values known only at run time. */
function textsOf(node: Node, checker: Checker, depth = 0): string[] {
  const again = (inner: Node) => textsOf(inner, checker, depth + 1)
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return [node.text]
  if (isParenthesizedExpression(node) || isAsExpression(node) || isNonNullExpression(node))
    return again(node.expression)
  if (isConditionalExpression(node)) return [...again(node.whenTrue), ...again(node.whenFalse)]
  if (isBinaryExpression(node)) {
    const operator = node.operatorToken.kind
    if (operator === SyntaxKind.PlusToken) return joined([again(node.left), again(node.right)])
    if (operator === SyntaxKind.BarBarToken || operator === SyntaxKind.QuestionQuestionToken) {
      return [...again(node.left), ...again(node.right)]
    }
  }
  if (isTemplateExpression(node)) {
    return joined([
      [node.head.text],
      ...node.templateSpans.flatMap(({ expression, literal }) => [again(expression), [literal.text]]),
    ])
  }
  const known = depth < 6 ? valuesOf(node, checker).flatMap(again) : []
  const sentences = known.length <= maxVariants ? known.filter(saysSomething) : []
  const rest = sentences.length < known.length || known.length === 0 ? [`{${nameOf(node)}}`] : []
  return [...new Set([...sentences, ...rest])]
}

/** False for a text that is nothing but placeholders. */
const saysSomething = (text: string) => !text.includes('{') || /[a-z]{2}/.test(withoutPlaceholders(text))
const withoutPlaceholders = (text: string) => text.replace(/\{.*?\}/g, '')

const joined = (parts: string[][]): string[] => {
  const all = parts.reduce((before, part) => before.flatMap((start) => part.map((end) => start + end)), [''])
  return all.length <= maxVariants ? all : [parts.map((part) => (part.length === 1 ? part[0] : '{…}')).join('')]
}

/** The values of a name, a call or a table entry, if the source declares them. */
function valuesOf(node: Node, checker: Checker): Node[] {
  if (isElementAccessExpression(node)) {
    return valuesOf(node.expression, checker).flatMap((table) =>
      isObjectLiteralExpression(table)
        ? table.properties.flatMap((entry) => (isPropertyAssignment(entry) ? [entry.initializer] : []))
        : [],
    )
  }
  const target = isCallExpression(node) ? node.expression : node
  if (!isIdentifier(target)) return []
  const declared = declarationOf(target, checker)
  const value = declared && isVariableDeclaration(declared) ? declared.initializer : declared
  if (!value || isClassDeclaration(value)) return []
  if (!isCallExpression(node)) return isFunction(value) ? [] : [value]
  return isFunction(value) ? returnsOf(value) : []
}

function declarationOf(name: Node, checker: Checker): Node | undefined {
  const symbol = checker.getSymbolAtLocation(name)
  if (!symbol) return undefined
  const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0
  const declared = isAlias ? checker.getAliasedSymbol(symbol).valueDeclaration : symbol.valueDeclaration
  const node = declared?.resolve()
  return node && (isVariableDeclaration(node) || isFunctionDeclaration(node)) ? node : undefined
}

const isFunction = (node: Node) => isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node)

function returnsOf(node: Node): Node[] {
  const { body } = node as { body?: Node }
  if (!body) return []
  if (body.kind !== SyntaxKind.Block) return [body]
  const returned: Node[] = []
  const visit = (inner: Node): void => {
    if (isReturnStatement(inner) && inner.expression) returned.push(inner.expression)
    if (!isFunction(inner) && !isMethodDeclaration(inner)) inner.forEachChild(visit)
  }
  body.forEachChild(visit)
  return returned
}

function nameOf(node: Node): string {
  if (isIdentifier(node)) return node.text
  if (isPropertyAccessExpression(node)) return node.name.text
  if (isCallExpression(node) || isElementAccessExpression(node)) return nameOf(node.expression)
  if (isNonNullExpression(node) || isParenthesizedExpression(node)) return nameOf(node.expression)
  return '…'
}
