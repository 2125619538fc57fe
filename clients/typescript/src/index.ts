export type { DynamicPromptConfig, Manifest } from '../../../core/domain/identity/prompt-variant.ts'
export type { components, paths } from './_generated/schema.ts'
export {
  type Agent,
  AgentIdentity,
  type AgentIdentityOptions,
  type Api,
  type RenderOptions,
  type Variant,
} from './agent-identity.ts'
export { AgentGoneError, AgentIdentityError, KeyRevokedError } from './errors.ts'
export type { AgentRecord, Belief, ChangeRequest, Proposal, Responsibility, Schemas } from './open-enums.ts'
export type { Prompt, PromptOptions, PromptSource } from './prompt.ts'
