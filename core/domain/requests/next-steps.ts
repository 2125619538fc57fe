/** A request that a client can send next (behavior: Next steps). The path is complete. */
export interface NextStep {
  action: string
  method: string
  path: string
  description: string
}

export const nextStep = (action: string, method: string, path: string, description: string): NextStep => ({
  action,
  method,
  path: `/api/v1${path}`,
  description,
})

export const readIdentityStep = (agentId: string) =>
  nextStep('read_identity', 'GET', `/agents/${agentId}/resolved-identity`, 'Read the identity with what it inherits')
export const readPromptStep = (agentId: string) =>
  nextStep('read_prompt', 'GET', `/agents/${agentId}/files?type=agent`, 'Read the prompt as Markdown')

export const repeatPromptStep = (agentId: string, seed: number) =>
  nextStep('repeat', 'POST', `/agents/${agentId}/dynamic-prompt`, `Send {"seed": ${seed}} to get this prompt again`)

/** For an agent's documents, whose bytes are the same for everyone who may read them: all these readers may follow. */
export const documentSteps = (agentId: string): NextStep[] => [readIdentityStep(agentId), readPromptStep(agentId)]
