import {
  type NextStep,
  nextStep,
  readIdentityStep as readIdentity,
  readPromptStep as readPrompt,
} from '#core/domain/requests/next-steps.ts'

/**
 * Suggests the next steps after each answer whose route does not name its own (behavior: Next steps). Every step works
 * as written for the recipient of the answer, in the state that the answer shows.
 */

/** The part of a request that steps are made from, after validation by the route's schema. */
export interface StepRequest {
  params: Record<string, string>
  query: Record<string, string | undefined>
  body: Record<string, unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: each entry knows the answer of its own route, which its schema describes
type Steps = (answer: any, request: StepRequest) => NextStep[]

const get = (action: string, path: string, description: string) => nextStep(action, 'GET', path, description)
const post = (action: string, path: string, description: string) => nextStep(action, 'POST', path, description)

const listAgents = get('list_agents', '/agents', 'List your agents')
const listOrganizations = get('list_organizations', '/organizations', 'List your organizations')
const login = post('login', '/auth/login', 'Sign in')
const listModels = get('list_models', '/models', 'List your models')
const listEnvironments = get('list_environments', '/environments', 'List your environments')
const listJobs = get('list_jobs', '/jobs', 'List background jobs')
const listGroups = get('list_groups', '/groups', 'List your groups')
const overview = (orgId: string) =>
  get('read_summary', `/organizations/${orgId}/summary`, 'See the organization at a glance')
const readAgent = (id: string) => get('read_agent', `/agents/${id}`, 'Read the agent with its system prompt')
const listSnapshots = (id: string) => get('list_snapshots', `/agents/${id}/snapshots`, 'List snapshots')
const listContent = (id: string) => get('list_content', `/content-items?agentId=${id}`, 'List imported content')
const listSignals = (id: string) => get('list_signals', `/signals?agentId=${id}`, 'See what discovery counts')
const runDiscovery = (id: string) => post('run_discovery', '/pbd/process', `Send {"agentId": "${id}"} to run discovery`)
const listVersions = (id: string) =>
  get('list_versions', `/agents/${id}/prompt-versions`, 'List versions of the prompt')
const listLabels = (id: string) => get('list_labels', `/agents/${id}/labels`, 'See which versions the labels pin')
const readJob = (id: string) => get('read_job', `/jobs/${id}`, 'Follow the job')
const readAccount = get('read_account', '/account', 'Read the account')
const listAccountSessions = get('list_sessions', '/account/sessions', 'List your sessions')
const listMembers = (orgId: string) => get('list_members', `/organizations/${orgId}/members`, 'List the members')
const listKeys = (orgId: string) => get('list_keys', `/organizations/${orgId}/api-keys`, 'List the keys')
const listLog = (orgId: string) => get('list_changes', `/organizations/${orgId}/audit-log`, 'See who changed what')
const verifyLog = (orgId: string) =>
  get('verify_log', `/organizations/${orgId}/audit-log/verify`, 'Verify the audit log')
const listFleet = (orgId: string) =>
  get('list_fleet', `/organizations/${orgId}/fleet`, 'See which client runs which version')
const listProposals = (orgId: string) =>
  get('list_proposals', `/organizations/${orgId}/proposals`, 'List what waits for a decision')
const listInvitations = (orgId: string) =>
  get('list_invitations', `/organizations/${orgId}/invitations`, 'List open invitations')
const listAllOrganizations = get('list_all_organizations', '/admin/organizations', 'List all organizations')
const listUsage = get('list_usage', '/admin/usage', 'See what each organization stores')
const listWebhooks = (orgId: string) => get('list_webhooks', `/organizations/${orgId}/webhooks`, 'List the webhooks')
const listDeliveries = (orgId: string, id: string) =>
  get('list_deliveries', `/organizations/${orgId}/webhooks/${id}/deliveries`, 'See what was sent')
const readConversation = (id: string) => get('read_conversation', `/conversations/${id}`, 'Read the conversation')
const listSources = get('list_sources', '/content-sources', 'List content sources')
const listConnections = get('list_connections', '/github/connections', 'List GitHub connections')
const listXConnections = get('list_x_connections', '/x-connections', 'List X connections')
const listRepositories = get('list_repositories', '/bootstrap/repositories', 'See where templates come from')

const listChangeRequests = get('list_change_requests', '/change-requests', 'List change requests')
const readChangeRequest = (id: string) =>
  get('read_change_request', `/change-requests/${id}`, 'Read the change request')
const changeRequestSteps: Steps = ({ id, status }) => [
  ...(status === 'open' ? [post('comment', `/change-requests/${id}/comments`, 'Say something about it')] : []),
  listChangeRequests,
]

interface OwnedItem {
  id: string
  org_id: string
  agent_id?: string | null
  group_id?: string | null
  status: string
}

const ownerPath = ({ org_id, group_id }: OwnedItem) => (group_id ? `/groups/${group_id}` : `/organizations/${org_id}`)

/** Steps after a single item of any layer; `plural` is the route's word for its kind. */
const itemSteps =
  (plural: string): Steps =>
  (item: OwnedItem) => [
    ...(item.status === 'pending'
      ? [nextStep('approve', 'PATCH', `/${plural}/${item.id}`, 'Send {"status": "approved"} to approve it')]
      : []),
    item.agent_id
      ? readPrompt(item.agent_id)
      : get(`list_${plural}`, `${ownerPath(item)}/${plural}`, `List the ${plural} of this layer`),
  ]

const itemRoutes = (plural: string): Record<string, Steps> => {
  const one = itemSteps(plural)
  const layer = (path: string) => ({
    [`POST ${path}/${plural}`]: one,
    [`PATCH ${path}/${plural}/:${plural === 'beliefs' ? 'beliefId' : 'responsibilityId'}`]: one,
  })
  const id = plural === 'beliefs' ? ':beliefId' : ':responsibilityId'
  const changed: Steps = () => [listAgents]
  const entries: Record<string, Steps> = {
    ...layer('/organizations/:orgId'),
    ...layer('/groups/:groupId'),
    [`GET /${plural}`]: (_, { query: { agent_id } }) => (agent_id ? [readPrompt(agent_id)] : [listAgents]),
    [`POST /${plural}`]: one,
    [`PATCH /${plural}/${id}`]: one,
    [`DELETE /${plural}/${id}`]: changed,
    [`GET /${plural}/${id}/sources`]: changed,
    [`POST /${plural}/bulk`]: (answer) => {
      const owner = answer[plural]?.[0]?.agent_id
      return owner ? [readPrompt(owner), readIdentity(owner)] : [listAgents]
    },
    [`PATCH /${plural}/bulk`]: changed,
  }
  for (const flag of ['star', 'hide']) {
    for (const path of ['', '/organizations/:orgId', '/groups/:groupId'])
      entries[`POST ${path}/${plural}/${id}/${flag}`] = one
  }
  for (const [path, name] of [
    ['/organizations/:orgId', 'orgId'],
    ['/groups/:groupId', 'groupId'],
  ] as const) {
    entries[`DELETE ${path}/${plural}/${id}`] = (_, { params }) => [
      get(`list_${plural}`, `${path.replace(`:${name}`, params[name]!)}/${plural}`, `List the ${plural} of this layer`),
    ]
  }
  return entries
}

const labelSteps: Steps = ({ label }, { params }) => [
  get('read_labeled', `/agents/${params.agentId}/prompt?label=${label}`, 'Read the prompt by its label'),
  listLabels(params.agentId!),
]

/** Steps by method and path pattern of the route. */
export const answerSteps: Record<string, Steps> = {
  ...itemRoutes('beliefs'),
  ...itemRoutes('responsibilities'),

  'POST /public/analyze': () => [
    post('register', '/register', 'Register, to keep this as an agent'),
    post('create_agent', '/agents', 'Create an agent with a key, then import the file'),
  ],
  'GET /auth/options': () => [login, post('register', '/register', 'Register')],
  'POST /auth/verify': () => [login],
  'POST /auth/verify/request': () => [post('verify', '/auth/verify', 'Send the token of the link that was mailed')],
  'POST /auth/reset/request': () => [post('reset', '/auth/reset', 'Send the token of the link that was mailed')],
  'POST /auth/reset': () => [login],
  'POST /auth/login': () => [get('read_session', '/auth/session', 'Who is signed in'), listOrganizations],
  'POST /auth/logout': () => [login],
  'GET /auth/session': () => [listOrganizations],
  'GET /account/sessions': () => [readAccount],
  'DELETE /account/sessions/:accountSessionId': () => [listAccountSessions],
  'POST /organizations/:orgId/members/:userId/reset-link': (_, { params }) => [listMembers(params.orgId!)],
  'GET /account': () => [nextStep('change_account', 'PATCH', '/account', 'Change the account'), listOrganizations],
  'POST /organizations/:orgId/api-keys': (_, { params }) => [listKeys(params.orgId!)],
  'PATCH /organizations/:orgId/api-keys/:keyId': (_, { params }) => [listKeys(params.orgId!)],
  'DELETE /organizations/:orgId/api-keys/:keyId': (_, { params }) => [listKeys(params.orgId!)],
  'GET /organizations/:orgId/webhooks': ({ data }, { params }) =>
    data.length > 0 ? [listDeliveries(params.orgId!, data[0].id)] : [overview(params.orgId!)],
  'POST /organizations/:orgId/webhooks': ({ id }, { params }) => [
    post('test_webhook', `/organizations/${params.orgId}/webhooks/${id}/test`, 'Send a test event'),
    listDeliveries(params.orgId!, id),
  ],
  'PATCH /organizations/:orgId/webhooks/:webhookId': ({ id }, { params }) => [listDeliveries(params.orgId!, id)],
  'DELETE /organizations/:orgId/webhooks/:webhookId': (_, { params }) => [listWebhooks(params.orgId!)],
  'POST /organizations/:orgId/webhooks/:webhookId/test': (_, { params }) => [
    listDeliveries(params.orgId!, params.webhookId!),
  ],
  'GET /organizations/:orgId/webhooks/:webhookId/deliveries': (_, { params }) => [listWebhooks(params.orgId!)],
  'POST /organizations/:orgId/webhooks/:webhookId/deliveries/:deliveryId/redeliver': (_, { params }) => [
    listDeliveries(params.orgId!, params.webhookId!),
  ],
  'POST /organizations/:orgId/invitations': (_, { params }) => [listInvitations(params.orgId!)],
  'GET /organizations/:orgId/invitations': (_, { params }) => [listMembers(params.orgId!)],
  'DELETE /organizations/:orgId/invitations/:invitationId': (_, { params }) => [listInvitations(params.orgId!)],
  'GET /invitations/:token': (_, { params }) => [
    post('accept', `/invitations/${params.token}/accept`, 'Accept it'),
    post('register', `/invitations/${params.token}/register`, 'Accept it with a new account'),
    login,
  ],
  'POST /invitations/:token/accept': ({ organization }) => [overview(organization.slug)],
  'POST /invitations/:token/register': () => [login],
  'GET /organizations/:orgId/members': (_, { params }) => [overview(params.orgId!)],
  'POST /organizations/:orgId/members': (_, { params }) => [listMembers(params.orgId!)],
  'PATCH /organizations/:orgId/members/:userId': (_, { params }) => [listMembers(params.orgId!)],
  'DELETE /organizations/:orgId/members/:userId': () => [listOrganizations],
  'PATCH /organizations/:orgId': ({ slug }) => [overview(slug)],
  'DELETE /organizations/:orgId': () => [listOrganizations],
  'GET /audit-log/heads': ({ data }) => (data[0] ? [listLog(data[0].org_id)] : [listOrganizations]),
  'GET /organizations/:orgId/audit-log': (_, { params }) => [verifyLog(params.orgId!)],
  'GET /organizations/:orgId/audit-log/verify': (_, { params }) => [listLog(params.orgId!)],
  'POST /organizations/:orgId/audit-log/erase': (_, { params }) => [verifyLog(params.orgId!)],
  'GET /organizations/:orgId/overview': (_, { params }) => [overview(params.orgId!)],
  'GET /organizations/:orgId/usage': (_, { params }) => [overview(params.orgId!)],

  'POST /agents': ({ id }) => [
    post('create_belief', '/beliefs', `Send {"agentId": "${id}", "category": "principle", "statement": "…"}`),
    post('import_rules', `/agents/${id}/import-claude-md`, 'Import a CLAUDE.md or another rules file'),
    post('recommend', '/bootstrap/recommend', `Send {"agentId": "${id}"} for recommended items`),
    readAgent(id),
  ],
  'PATCH /agents/bulk': () => [listAgents],
  'DELETE /agents/:agentId': ({ restorable_until }, { params }) => [
    ...(restorable_until ? [post('restore', `/agents/${params.agentId}/restore`, 'Undo the deletion')] : []),
    listAgents,
  ],
  'POST /agents/:agentId/restore': (_, { params }) => [readAgent(params.agentId!)],
  'GET /agents/:agentId/diff': (_, { params }) => [listSnapshots(params.agentId!), readIdentity(params.agentId!)],
  'POST /agents/:agentId/regenerate-prompt': (_, { params }) => [readAgent(params.agentId!)],
  'POST /agents/:agentId/responsibility-gaps': ({ gaps }, { params }) =>
    gaps.length > 0
      ? [
          post(
            'fill_gap',
            '/responsibilities',
            `Send {"agentId": "${params.agentId}", "category": "${gaps[0].category}", "statement": "…"}`,
          ),
          readIdentity(params.agentId!),
        ]
      : [readIdentity(params.agentId!)],
  'POST /agents/:agentId/import-claude-md': (answer, { params }) => [
    readIdentity(params.agentId!),
    ...('created' in answer ? [readPrompt(params.agentId!)] : []),
  ],
  'GET /agents/:agentId/export': (_, { params }) => [readIdentity(params.agentId!)],
  'POST /agents/:agentId/import': ({ change_request_id }, { params }) => [
    ...(change_request_id ? [readChangeRequest(change_request_id)] : []),
    readIdentity(params.agentId!),
  ],
  'POST /groups/:groupId/import': (_, { params }) => [
    get('list_beliefs', `/groups/${params.groupId}/beliefs`, 'List the beliefs of the group'),
  ],
  'POST /organizations/:orgId/import': (_, { params }) => [
    get('list_beliefs', `/organizations/${params.orgId}/beliefs`, 'List the beliefs of the organization'),
  ],
  'GET /agents/:agentId/overrides': (_, { params }) => [readIdentity(params.agentId!)],
  'POST /agents/:agentId/overrides': ({ id }, { params }) => [
    readIdentity(params.agentId!),
    nextStep('undo', 'DELETE', `/agents/${params.agentId}/overrides/${id}`, 'Show the item again'),
  ],
  'DELETE /agents/:agentId/overrides/:overrideId': (_, { params }) => [readIdentity(params.agentId!)],
  'GET /agents/:agentId/comparison': (_, { params }) => [readIdentity(params.agentId!), readPrompt(params.agentId!)],
  'GET /agents/:agentId/prompt-report': (_, { params }) => [readIdentity(params.agentId!), readPrompt(params.agentId!)],
  'GET /organizations/:orgId/fleet/summary': (_, { params }) => [listFleet(params.orgId!)],
  'GET /organizations/:orgId/waiting': (_, { params }) => [listProposals(params.orgId!), listFleet(params.orgId!)],
  'GET /organizations/:orgId/fleet': ({ data }) => (data[0] ? [readPrompt(data[0].agent_id)] : [listAgents]),
  'GET /agents/:agentId/version-outcomes': (_, { params }) => [
    post(
      'post_outcome',
      `/agents/${params.agentId}/outcomes`,
      'Send {"version": 1, "score": 0.8} to record an outcome',
    ),
    readPrompt(params.agentId!),
  ],
  'GET /agents/:agentId/said-again': (_, { params }) => [readIdentity(params.agentId!)],
  'GET /agents/:agentId/snapshots': (_, { params }) => [
    post('take_snapshot', `/agents/${params.agentId}/snapshots`, 'Take a snapshot'),
  ],
  'GET /agents/:agentId/snapshots/diff': (_, { params }) => [listSnapshots(params.agentId!)],
  'GET /agents/:agentId/snapshots/:snapshotId': (_, { params }) => [
    post('restore', `/agents/${params.agentId}/snapshots/${params.snapshotId}/restore`, 'Restore this state'),
    listSnapshots(params.agentId!),
  ],
  'GET /agents/:agentId/prompt-versions': (_, { params }) => [listLabels(params.agentId!), readPrompt(params.agentId!)],
  'GET /agents/:agentId/prompt-blame': (_, { params }) => [listVersions(params.agentId!), readPrompt(params.agentId!)],
  'GET /agents/:agentId/prompt-versions/diff': (_, { params }) => [listVersions(params.agentId!)],
  'GET /agents/:agentId/prompt-versions/:version': (_, { params }) => [listVersions(params.agentId!)],
  'GET /agents/:agentId/labels': (_, { params }) => [listVersions(params.agentId!)],
  'PUT /agents/:agentId/labels/:label': labelSteps,
  'DELETE /agents/:agentId/labels/:label': (_, { params }) => [listLabels(params.agentId!)],
  'POST /agents/:agentId/labels/:label/rollback': labelSteps,
  'GET /agents/:agentId/labels/:label/history': (_, { params }) => [listLabels(params.agentId!)],
  'GET /organizations/:orgId/labels/:label': () => [listAgents],
  'PUT /organizations/:orgId/labels/:label': ({ job_id }, { params }) => [
    readJob(job_id),
    get('list_carriers', `/organizations/${params.orgId}/labels/${params.label}`, 'List the agents with the label'),
  ],
  'POST /organizations/:orgId/labels/:label/rollback': (_, { params }) => [
    get('list_carriers', `/organizations/${params.orgId}/labels/${params.label}`, 'List the agents with the label'),
  ],
  'POST /agents/:agentId/models': (_, { params }) => [readAgent(params.agentId!)],
  'DELETE /agents/:agentId/models': (_, { params }) => [readAgent(params.agentId!)],
  'POST /agents/:agentId/dedup': (_, { params }) => [readIdentity(params.agentId!)],

  'POST /groups': ({ id }) => [
    post('create_belief', `/groups/${id}/beliefs`, 'Add a belief that the agents of the group inherit'),
    listGroups,
  ],
  'PATCH /groups/:groupId': ({ id }) => [get('list_agents', `/agents?groupId=${id}`, 'List the agents of the group')],
  'DELETE /groups/:groupId': ({ restorable_until }, { params }) => [
    ...(restorable_until ? [post('restore', `/groups/${params.groupId}/restore`, 'Undo the deletion')] : []),
    listGroups,
  ],
  'POST /groups/:groupId/restore': () => [listGroups],
  'GET /organizations/:orgId/proposals': ({ data }) =>
    data.length > 0
      ? [
          nextStep('approve', 'PATCH', '/beliefs/bulk', 'Send {"ids": […], "updates": {"status": "approved"}}'),
          listAgents,
        ]
      : [listAgents],
  'GET /organizations/:orgId/decisions': (_, { params }) => [listProposals(params.orgId!)],
  'POST /organizations/:orgId/preview-changes': () => [listAgents],
  'GET /search': () => [listAgents],
  'GET /organizations/:orgId/items': () => [listAgents],
  'GET /organizations/:orgId/agent-activity': () => [listAgents],
  'PATCH /organizations/:orgId/items': () => [listAgents],
  'POST /organizations/:orgId/consensus': (_, { params }) => [overview(params.orgId!)],
  'POST /groups/:groupId/consensus': (_, { params }) => [
    get('list_beliefs', `/groups/${params.groupId}/beliefs`, 'List the beliefs of the group'),
  ],
  'POST /organizations/:orgId/dedup': ({ job_id }, { params }) => [job_id ? readJob(job_id) : overview(params.orgId!)],
  'POST /organizations/:orgId/merges/:mergeId/undo': () => [listAgents],
  'POST /beliefs/backfill-embeddings': ({ job_id }) => [readJob(job_id)],

  'POST /models': () => [listModels, listEnvironments],
  'PATCH /models/:modelId': () => [listModels],
  'DELETE /models/:modelId': () => [listModels],
  'POST /environments': ({ id }) => [
    post('link_model', `/environments/${id}/models`, 'Send {"modelId": "…"} to link a model'),
    listEnvironments,
  ],
  'PATCH /environments/:environmentId': () => [listEnvironments],
  'DELETE /environments/:environmentId': () => [listEnvironments],
  'POST /environments/:environmentId/models': (_, { params }) => [
    get('list_models', `/environments/${params.environmentId}/models`, 'List the linked models'),
  ],
  'DELETE /environments/:environmentId/models': (_, { params }) => [
    get('list_models', `/environments/${params.environmentId}/models`, 'List the linked models'),
  ],

  'GET /change-requests': ({ data }) => (data[0] ? [readChangeRequest(data[0].id)] : [listAgents]),
  'POST /change-requests': changeRequestSteps,
  'GET /change-requests/:changeRequestId': changeRequestSteps,
  'POST /change-requests/:changeRequestId/merge': () => [listChangeRequests],
  'POST /change-requests/:changeRequestId/close': () => [listChangeRequests],
  'POST /change-requests/:changeRequestId/revert': changeRequestSteps,
  'POST /change-requests/:changeRequestId/comments': (_, { params }) => [readChangeRequest(params.changeRequestId!)],

  'GET /conversations': (_, { query }) => [listContent(query.agent_id!)],
  'POST /conversations': ({ id }) => [
    post('add_messages', `/conversations/${id}/messages`, 'Add messages'),
    readConversation(id),
  ],
  'GET /conversations/:sessionId': (_, { params }) => [
    post('add_messages', `/conversations/${params.sessionId}/messages`, 'Add messages'),
  ],
  'PATCH /conversations/:sessionId': ({ id }) => [readConversation(id)],
  'POST /conversations/format': () => [post('store', '/conversations', 'Store a conversation')],
  'POST /conversations/:sessionId/publish': (_, { body, params }) => [
    listContent(String(body.agent_id)),
    readConversation(params.sessionId!),
  ],
  'DELETE /conversations/:sessionId/publish': (_, { params }) => [readConversation(params.sessionId!)],
  'GET /content-items': (_, { query }) => [runDiscovery(query.agent_id!), listSignals(query.agent_id!)],
  'PATCH /content-items/:itemId': ({ agent_id }) => [listContent(agent_id), runDiscovery(agent_id)],
  'POST /content-sources': ({ id, agent_id, platform, enabled }) => [
    ...(enabled && !['linkedin', 'substack'].includes(platform)
      ? [post('sync', `/content-sources/${id}/sync`, 'Read the source now')]
      : []),
    listContent(agent_id),
  ],
  'GET /content-sources/:sourceId': ({ agent_id }) => [listContent(agent_id)],
  'PATCH /content-sources/:sourceId': ({ agent_id }) => [listContent(agent_id)],
  'DELETE /content-sources/:sourceId': () => [listSources],
  'GET /github/tree': () => [listSources],
  'GET /github/repos': () => [listConnections],
  'POST /github/connections': () => [get('list_repositories', '/github/repos', 'List repositories'), listConnections],
  'GET /github/connections/:connectionId': () => [listConnections],
  'DELETE /github/connections/:connectionId': () => [listConnections],
  'GET /github/oauth/callback': () => [listConnections],
  'POST /x-connections': () => [listXConnections],
  'DELETE /x-connections': () => [listXConnections],

  'POST /bootstrap/scrape': () => [listRepositories],
  'GET /bootstrap/starter-roles': () => [listAgents],
  'GET /bootstrap/repositories': () => [listAgents],
  'POST /bootstrap/recommend': ({ beliefs, responsibilities }, { body }) => [
    ...(beliefs.length + responsibilities.length > 0
      ? [post('apply', '/bootstrap/apply', 'Send the agentId with the beliefs and responsibilities to add')]
      : []),
    readIdentity(String(body.agent_id)),
  ],
  'POST /bootstrap/apply': (_, { body }) => [readPrompt(String(body.agent_id)), readIdentity(String(body.agent_id))],

  'GET /observations': (_, { query }) => [listSignals(query.agent_id!)],
  'PATCH /observations/bulk': () => [listAgents],
  'PATCH /observations/:observationId': ({ agent_id }) => [
    get('list_evidence', `/observations?agentId=${agent_id}&promoted=false&heldBack=false`, 'List what else waits'),
    readIdentity(agent_id),
  ],
  'GET /observations/:observationId': ({ signal_id }) => [
    get('read_signal', `/signals/${signal_id}`, 'Read its signal'),
  ],
  'GET /signals': (_, { query }) => [runDiscovery(query.agent_id!)],
  'GET /signals/:signalId': ({ id, agent_id }) => [
    get('list_observations', `/observations?agentId=${agent_id}&signalId=${id}`, 'List its observations'),
  ],
  'GET /pbd/stats': () => [listJobs],
  'GET /embedding-model': () => [listAgents],
  'GET /language-model': () => [listAgents],
  'GET /pbd/estimate': ({ agent_id }) => [runDiscovery(agent_id)],
  'GET /jobs': () => [listAgents],
  'GET /jobs/:jobId': ({ id, status, agent_id, type }) => [
    ...(['queued', 'running'].includes(status) ? [readJob(id)] : []),
    ...(type === 'pbd' && agent_id ? [listSignals(agent_id)] : []),
    listJobs,
  ],
  'DELETE /jobs/:jobId': () => [listJobs],
  'POST /cron/sync-sources': () => [post('run_consensus', '/cron/consensus', 'Run consensus')],
  'POST /cron/dedup': () => [post('run_consensus', '/cron/consensus', 'Run consensus')],
  'POST /cron/consensus': () => [post('sync_sources', '/cron/sync-sources', 'Sync every source')],
  'GET /admin/stats': () => [listAllOrganizations, listUsage],
  'GET /admin/organizations': () => [listUsage],
  'GET /admin/users': () => [listAllOrganizations],
  'GET /admin/usage': () => [listAllOrganizations],
  'GET /admin/health': () => [listUsage],
  'GET /healthz': () => [{ ...get('check_readiness', '', 'Whether the service can work'), path: '/readyz' }],
  'GET /readyz': () => [{ ...get('read_reference', '', 'Every route of the service'), path: '/openapi.json' }],
}
