export { type Agent, AgentIdentity, type AgentIdentityOptions, type Api } from './agent-identity.ts'
export { AgentIdentityError } from './errors.ts'
export type { Prompt, PromptOptions, PromptSource } from './prompt.ts'
export type { components, paths } from './schema.ts'
