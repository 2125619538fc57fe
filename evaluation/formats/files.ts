import type { FormatName } from '#core/domain/formats/format.ts'

/** References to files of other people: those of a repository at a commit whose paths match. */
export interface Group {
  repository: string
  commit: string
  paths: RegExp
  format: FormatName
  /** Formats named in the request, since neither path nor content reveals them. */
  isNamed?: boolean
}

const group = (repository: string, commit: string, format: FormatName, paths: RegExp, isNamed = false): Group => ({
  repository,
  commit,
  format,
  paths,
  isNamed,
})

const copilot = ['github/awesome-copilot', 'ab7544d03d4c49fdd07f5958e1888ad39c4118e2'] as const
const webTool = ['geehexx/mcp-web', 'a0aa0e19c5805ab4ed14da6946279aeead5645a6'] as const
const rulesets = ['outfitter-dev/rulesets', '2dadd4dd0d1dc79b369f14d127654d621f1f54cd'] as const
const tavern = ['SillyTavern/SillyTavern', 'ba6f7b7a98cf7a5eaf4f0e81da9779a9a668ced4'] as const
const subagents = ['VoltAgent/awesome-claude-code-subagents', 'c9e51ec0b3d43f5dcdd0b558a6cd28ba6ada97c1'] as const

export const groups: readonly Group[] = [
  group('elizaOS/characters', '368a85c759e29ec800f126278e7a52ce9fbab331', 'elizaos', /\.json$/),
  group('elizaOS/characterfile', '4910d19e47cbd0deb33ba34a6e956bd91381e311', 'elizaos', /example\.character\.json$/),
  group('elizaOS/eliza-starter', 'b2dcaaf9ab77acd4e36f9aed912476a67135efe8', 'elizaos', /\.character\.json$/),
  group('letta-ai/agent-file', '78212eb571e59e10b35b924375a997319b89c280', 'letta', /\.af$/),
  group('crewAIInc/crewAI-examples', 'da94a91e691e1cf5b3151416bb15b5b62729bea8', 'crewai', /\/agents\.yaml$/),
  group(
    'oracle/agent-spec',
    'e4cc748ff48892a67c4513b9d1c327faf93854bf',
    'agent_spec',
    /agentspec_config_examples\/.*(?:agent|assistant).*\.(?:json|yaml)$/,
  ),
  group(
    'PersonaNexus/personanexus',
    '67f28491ea9aec261cfa0b6a0662890903154f41',
    'personanexus',
    /^(?:agents|examples\/identities)\/.*\.yaml$/,
  ),
  group(...tavern, 'character_card', /^default\/content\/default_.*\.png$/),
  group(
    'cepunkt/playground',
    '74f35906a0568579aa1be3cdf44f51c7c78b11bc',
    'character_card',
    /^testing\/characters\/[^/]*\.json$/,
  ),
  group('PatrickJS/awesome-cursorrules', 'b044f956f021b6e8877f16781bcfc466a6a120e9', 'cursor', /\.mdc$/),
  group(...copilot, 'copilot_agent', /\.agent\.md$/),
  group(...copilot, 'copilot', /copilot-instructions\.md$|\.instructions\.md$/),
  group(...webTool, 'windsurf', /\.windsurf\/rules\/.*\.md$/),
  group(...rulesets, 'windsurf', /\.windsurf\/rules\/.*\.md$/),
  group('cline/prompts', 'efaeee1fab9c6bc9be6ff280b9bf5b6c6559b768', 'cline', /\.clinerules\/.*\.md$/),
  group(...subagents, 'claude_subagent', /^categories\/.*\/(?!README)[^/]*\.md$/, true),
  group('anthropics/skills', '9d2f1ae187231d8199c64b5b762e1bdf2244733d', 'skill', /SKILL\.md$/),
  group('a2aproject/a2a-samples', '6603ba3f2c31a7ef33e70b9d8b5b5f8be42ac9a3', 'a2a_card', /agent_cards\/.*\.json$/),
]
