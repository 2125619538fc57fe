/** Every address of the dashboard; `$name` stands for a parameter. */
export const paths = {
  root: '/',
  signIn: '/sign-in',
  register: '/register',
  organization: '/o/$org',
  start: '/o/$org/start',
  agents: '/o/$org/agents',
  agent: '/o/$org/agents/$agentId',
  profile: '/o/$org/agents/$agentId/profile',
  import: '/o/$org/agents/$agentId/import',
} as const
