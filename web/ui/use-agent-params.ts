import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/signed-in/o/$org/agents/$agentId')

/** The agent that the address names: the parameters for links to its pages. */
export const useAgentParams = () => route.useParams()

export const useAgentId = () => route.useParams().agentId
