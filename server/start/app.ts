import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import fastJsonStringify from 'fast-json-stringify'
import { type FastifyBaseLogger, type FastifySchemaValidationError, fastify } from 'fastify'
import type { TSchema } from 'typebox'
import { uuidPattern } from '#core/base/ids.ts'
import { onSuccess } from '#core/base/maybe-promise.ts'
import { kindNames } from '#core/domain/kinds.ts'
import { conflictOf } from '../db/conflicts.ts'
import { isServer } from '../db/engine.ts'
import { unavailabilityOf } from '../db/failures.ts'
import type { Deps } from '../deps.ts'
import { identifyCaller, requireAccess, requireDryRun } from '../http/access/auth.ts'
import { withOrigin } from '../http/access/origin.ts'
import { requireDeclaredAccess } from '../http/access/route-access.ts'
import { allowOrigins } from '../http/answers/cross-origin.ts'
import { serveDashboard } from '../http/answers/dashboard.ts'
import { tagRecords } from '../http/answers/documents.ts'
import {
  answerBadAddress,
  answerBrokenRequest,
  describeInvalid,
  registerErrorHandler,
  setCommonHeaders,
} from '../http/answers/errors.ts'
import { answerHead } from '../http/answers/head.ts'
import { serveMetrics } from '../http/answers/metrics.ts'
import { suggestNextSteps } from '../http/answers/next-steps.ts'
import { answerOnce } from '../http/answers/once-only.ts'
import { serveReference } from '../http/answers/reference.ts'
import { logSlowRequests } from '../http/answers/slow-requests.ts'
import { endStalledAnswers } from '../http/answers/stalled-answers.ts'
import { traceRequests } from '../http/answers/traced-requests.ts'
import { IgnoredFields } from '../http/answers/warnings.ts'
import { limitRate, type RateLimiter } from '../http/limits/rate-limit.ts'
import { takeTurns } from '../http/limits/turns.ts'
import { collectOperations } from '../http/operations/operations.ts'
import { routedAddress } from '../http/requests/addresses.ts'
import { slugReader } from '../http/requests/agent-slugs.ts'
import { drainRequests } from '../http/requests/drain.ts'
import { anyContentType, cleanQuery, parseJsonBodies } from '../http/requests/json-body.ts'
import { agentFormat, queryReader, valueReader } from '../http/requests/key-case.ts'
import { accountLinkRoutes } from '../http/routes/accounts/account-links.ts'
import { accountRoutes } from '../http/routes/accounts/accounts.ts'
import { apiKeyRoutes } from '../http/routes/accounts/api-keys.ts'
import { invitationRoutes } from '../http/routes/accounts/invitations.ts'
import { memberRoutes } from '../http/routes/accounts/members.ts'
import { openIdRoutes } from '../http/routes/accounts/openid.ts'
import { organizationSummaryRoutes } from '../http/routes/accounts/organization-summary.ts'
import { organizationRoutes } from '../http/routes/accounts/organizations.ts'
import { sessionRoutes } from '../http/routes/accounts/sessions.ts'
import { usageRoutes } from '../http/routes/accounts/usage.ts'
import { agentActivityRoutes } from '../http/routes/agents/agent-activity.ts'
import { agentRoutes } from '../http/routes/agents/agents.ts'
import { avatarRoutes } from '../http/routes/agents/avatars.ts'
import { comparisonRoutes } from '../http/routes/agents/comparison.ts'
import { agentIdentityRoutes } from '../http/routes/agents/identity.ts'
import { oneAgentRoutes } from '../http/routes/agents/one-agent.ts'
import { promptReportRoutes } from '../http/routes/agents/prompt-report.ts'
import { promptRoutes } from '../http/routes/agents/prompts.ts'
import { responsibilityGapRoutes } from '../http/routes/agents/responsibility-gaps.ts'
import { snapshotRoutes } from '../http/routes/agents/snapshots.ts'
import { analyzeRoutes } from '../http/routes/analyze.ts'
import { organizationArchiveRoutes } from '../http/routes/archive/organization-archive.ts'
import { auditLogRoutes } from '../http/routes/audit/audit-log.ts'
import { auditHeadRoutes } from '../http/routes/audit/heads.ts'
import { recommendationRoutes } from '../http/routes/bootstrap/recommendations.ts'
import { templateRoutes } from '../http/routes/bootstrap/templates.ts'
import { changeRequestRoutes } from '../http/routes/change-requests/change-requests.ts'
import { githubConnectionRoutes } from '../http/routes/connections/github-connections.ts'
import { githubRepositoryRoutes } from '../http/routes/connections/github-repositories.ts'
import { githubSignInRoutes } from '../http/routes/connections/github-sign-in.ts'
import { xConnectionRoutes } from '../http/routes/connections/x.ts'
import { consensusRoutes } from '../http/routes/consensus/consensus.ts'
import { dedupRoutes } from '../http/routes/consensus/dedup.ts'
import { importRoutes } from '../http/routes/content/archives.ts'
import { contentItemRoutes } from '../http/routes/content/content-items.ts'
import { conversationRoutes } from '../http/routes/content/conversations.ts'
import { messageRoutes } from '../http/routes/content/messages.ts'
import { publishingRoutes } from '../http/routes/content/publishing.ts'
import { contentSourceRoutes } from '../http/routes/content/sources.ts'
import { discoveryRoutes } from '../http/routes/discovery/discovery.ts'
import { evidenceRoutes } from '../http/routes/discovery/evidence.ts'
import { reportRoutes } from '../http/routes/discovery/reports.ts'
import { signalRoutes } from '../http/routes/discovery/signals.ts'
import { discoveryDocumentRoutes } from '../http/routes/discovery-documents.ts'
import { fleetRoutes } from '../http/routes/fleet/fleet.ts'
import { outcomeRoutes } from '../http/routes/fleet/outcomes.ts'
import { formatRoutes } from '../http/routes/formats/formats.ts'
import { healthRoutes } from '../http/routes/health.ts'
import { bulkItemRoutes } from '../http/routes/items/bulk.ts'
import { decisionRoutes } from '../http/routes/items/decisions.ts'
import { itemRoutes } from '../http/routes/items/items.ts'
import { layerItemRoutes } from '../http/routes/items/layer-items.ts'
import { organizationItemRoutes } from '../http/routes/items/organization-items.ts'
import { overrideRoutes } from '../http/routes/items/overrides.ts'
import { reviewRoutes } from '../http/routes/items/review.ts'
import { rulesImportRoutes } from '../http/routes/items/rules-import.ts'
import { saidAgainRoutes } from '../http/routes/items/said-again.ts'
import { cronRoutes } from '../http/routes/jobs/cron.ts'
import { jobRoutes } from '../http/routes/jobs/jobs.ts'
import { groupRoutes } from '../http/routes/layers/groups.ts'
import { agentModelRoutes } from '../http/routes/models/agent-models.ts'
import { environmentModelRoutes } from '../http/routes/models/environment-models.ts'
import { environmentRoutes } from '../http/routes/models/environments.ts'
import { modelRoutes } from '../http/routes/models/models.ts'
import { operatorRoutes } from '../http/routes/operator.ts'
import { overviewRoutes } from '../http/routes/overview.ts'
import { syncRoutes } from '../http/routes/sync/sync.ts'
import { blameRoutes } from '../http/routes/versions/blame.ts'
import { labelRoutes } from '../http/routes/versions/labels.ts'
import { promptVersionRoutes } from '../http/routes/versions/prompt-versions.ts'
import { releaseRoutes } from '../http/routes/versions/releases.ts'
import { tryRoutes } from '../http/routes/versions/try.ts'
import { waitingRoutes } from '../http/routes/waiting.ts'
import { webhookRoutes } from '../http/routes/webhooks/webhooks.ts'
import type { App as Api, Routes } from '../http/routes.ts'
import { serveMcp } from '../mcp/route.ts'

const bodyLimit = 1024 * 1024

/** Resolves from the sources and from the build alike, which are both two folders deep. */
const dashboardFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Assembles the service: registers every plugin and route file, in order. The caller listens and closes. */
export async function buildApp(deps: Deps, limiter: RateLimiter) {
  const app = newServer(deps)
  if (deps.telemetry) traceRequests(app, deps.telemetry)
  compileSchemas(app)
  registerErrorHandler(app, describeDatabaseError)
  parseJsonBodies(app)
  answerHead(app)
  tagRecords(app)
  suggestNextSteps(app)
  readRequests(app, deps)
  allowOrigins(app, deps.config.corsOrigins)
  admitRequests(app, deps, limiter)
  answerOnce(app, deps)
  app.addHook('onClose', () => limiter.close())
  serveReference(app, deps.config.publicUrl)
  serveMetrics(app, deps)
  drainRequests(app)
  logSlowRequests(app)
  endStalledAnswers(app)
  if (!isServer(deps.db)) takeTurns(app)
  const operations = collectOperations(app, deps, limiter, describeDatabaseError)
  await registerSections(app, deps, limiter)
  app.decorate('operations', operations)
  serveMcp(app, operations, deps.config)
  await app.register(avatarRoutes(deps))
  await app.register(healthRoutes(deps))
  await app.register(discoveryDocumentRoutes(deps))
  await serveDashboard(
    app,
    { publicUrl: deps.config.publicUrl, githubUrl: deps.github.address.signIn },
    dashboardFolder,
  )
  return app
}

const describeDatabaseError = (error: unknown, isWrite: boolean) =>
  conflictOf(error) ?? unavailabilityOf(error, isWrite)

/** Registers all sections in one plugin, since Fastify searches all loaded modules for the name of each plugin. */
async function registerSections(app: App, deps: Deps, limiter: RateLimiter) {
  const registerAll = async (api: Api) => {
    for (const section of sectionsOf(limiter)) await section(deps)(api, {})
  }
  await app.register(registerAll, { prefix: '/api/v1' })
}

/** The sections of the API, in the order of its reference. */
const sectionsOf = (limiter: RateLimiter): Routes[] => [
  accountRoutes(limiter),
  sessionRoutes(limiter),
  accountLinkRoutes(limiter),
  openIdRoutes,
  organizationRoutes,
  organizationSummaryRoutes,
  usageRoutes,
  organizationArchiveRoutes,
  memberRoutes,
  apiKeyRoutes,
  invitationRoutes,
  auditLogRoutes,
  auditHeadRoutes,
  webhookRoutes,
  overviewRoutes,
  waitingRoutes,
  groupRoutes,
  agentRoutes,
  agentActivityRoutes,
  oneAgentRoutes,
  agentIdentityRoutes,
  promptRoutes,
  promptReportRoutes,
  comparisonRoutes,
  tryRoutes,
  promptVersionRoutes,
  blameRoutes,
  labelRoutes,
  releaseRoutes,
  fleetRoutes,
  outcomeRoutes,
  rulesImportRoutes,
  formatRoutes,
  responsibilityGapRoutes,
  overrideRoutes,
  snapshotRoutes,
  ...kindNames.flatMap((kind) => [itemRoutes(kind), bulkItemRoutes(kind)]),
  ...kindNames.flatMap((kind) => [layerItemRoutes('org', kind), layerItemRoutes('group', kind)]),
  reviewRoutes,
  organizationItemRoutes,
  decisionRoutes,
  saidAgainRoutes,
  changeRequestRoutes,
  modelRoutes,
  environmentRoutes,
  environmentModelRoutes,
  agentModelRoutes,
  conversationRoutes,
  publishingRoutes,
  messageRoutes,
  contentItemRoutes,
  contentSourceRoutes,
  syncRoutes,
  githubRepositoryRoutes,
  githubConnectionRoutes,
  githubSignInRoutes,
  importRoutes,
  xConnectionRoutes,
  templateRoutes,
  recommendationRoutes,
  signalRoutes,
  evidenceRoutes,
  reportRoutes,
  discoveryRoutes,
  consensusRoutes,
  dedupRoutes,
  jobRoutes,
  cronRoutes,
  operatorRoutes,
  analyzeRoutes,
]

type App = ReturnType<typeof newServer>

function newServer(deps: Deps) {
  const { trustProxy: proxies } = deps.config
  return fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    // A logger per request would be wasted on nearly all of them; log lines of a request include its id.
    childLoggerFactory: (logger) => logger,
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit,
    // Two lines per request cost more than most requests; failures are logged where they are answered.
    logController: new fastify.LogController({ disableRequestLogging: true }),
    rewriteUrl: routedAddress,
    // Longer than any URL that Node accepts: a parameter that is too long for an id is refused as an invalid id.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100_000 },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    // Requests on open connections are still served while the service stops; /readyz reports the stop.
    return503OnClosing: false,
    // Cuts off a client that sends its headers or body very slowly, instead of holding a connection for minutes.
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()
}

/** Compiles each validator and serializer at its first use. */
function compileSchemas(app: App) {
  const ajv = new Ajv({ coerceTypes: false, verbose: true, strict: false })
  addFormats.default(ajv)
  // The format's own pattern also accepts urn:uuid:, which no database column does.
  ajv.addFormat('uuid', uuidPattern)
  ajv.addFormat(agentFormat, uuidPattern)
  app.setValidatorCompiler(({ schema }) => compiledOnFirstUse(ajv, schema as object))
  app.setSchemaErrorFormatter(describeInvalid)
  // All errors have the same shape; compiling it five times for each route took a fifth of the startup time.
  app.setSerializerCompiler(({ schema, httpStatus }) => {
    if (Number(httpStatus) >= 400) return JSON.stringify
    let serialize: ((value: unknown) => string) | undefined
    return (value) => {
      serialize ??= fastJsonStringify(schema as object)
      return serialize(value)
    }
  })
}

/**
 * Identifies the caller, counts the call against the rate limits, and refuses operations that the caller may not use.
 */
function admitRequests(app: App, deps: Deps, limiter: RateLimiter) {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('response')
  app.decorateRequest('ignoredFields', undefined)
  app.decorateRequest('onceOnly', undefined)
  // One hook for all three steps, which is asynchronous only if a step is: hooks and promises cost every request more
  // than the steps themselves.
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply)
    request.response = reply.raw
    anyContentType(request)
    // Read once, because Fastify rebuilds the options at every access.
    const { config } = request.routeOptions
    if (config.unlimited) return done()
    const identified = identifyCaller(request, reply, deps)
    const limited = onSuccess(identified, () => limitRate(request, reply, config, limiter, deps.config.rateLimits))
    const admitted = onSuccess(limited, () => requireAccess(request, config, deps))
    if (admitted instanceof Promise) admitted.then(() => done(), done)
    else done()
  })
  app.addHook('preHandler', (request, _reply, done) => withOrigin(request, deps, done))
}

/**
 * Converts paths, queries and bodies to the types in their schemas, and agents' slugs to ids,
 * before they are validated.
 */
function readRequests(app: App, deps: Deps) {
  app.addHook('onRoute', (route) => {
    requireDeclaredAccess(route)
    const { params, body, querystring } = (route.schema ?? {}) as Record<string, TSchema | undefined>
    if (!params && !body && !querystring) return
    const readParams = params && valueReader(params)
    const readQuery = querystring && queryReader(querystring)
    const readBody = body && valueReader(body)
    const readSlugs = slugReader(deps, { params, query: querystring, body })
    route.preValidation = (request, _reply, done) => {
      if (readParams) request.params = readParams(request.params)
      const { query } = request
      if (readQuery) request.query = readQuery(cleanQuery(query))
      // Existing clients send DELETE and POST without a body, so there is nothing to parse.
      if (readBody) {
        const ignored = new IgnoredFields()
        request.body = readBody(request.body === undefined ? {} : request.body, ignored)
        request.ignoredFields = ignored
      }
      if (route.config?.dryRun) requireDryRun(request)
      const resolved = readSlugs?.(request, query)
      if (resolved) resolved.then(() => done(), done)
      else done()
    }
  })
}

/**
 * Compiles a schema at its first use. Compiling all routes takes a sixth of the startup time, and most of them are not
 * called for a while.
 */
function compiledOnFirstUse(ajv: Ajv, schema: object) {
  let compiled: ValidateFunction | undefined
  const validate = (value: unknown) => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(value)
    validate.errors = compiled.errors as FastifySchemaValidationError[] | null
    return isValid
  }
  validate.errors = null as FastifySchemaValidationError[] | null
  return validate
}
