import { readFileSync } from 'node:fs'

/**
 * Coding agents that read turns: how each is run once without a terminal, without tools, without the person's rules
 * files, hooks and servers as far as it can, and without storing the session where it can.
 */

/** Files of one run, beside the empty folder that the agent runs in. */
export interface AgentFiles {
  /** The JSON schema of the answer. */
  schema: string
  /** Settings, and rules about tools, of the agent. */
  settings: string
  policy: string
  /** The agent's last message. */
  answer: string
}

export interface CodingAgent {
  title: string
  command: string
  /** The prompt comes on standard input. */
  arguments: (files: AgentFiles, schema: string) => string[]
  environment?: (files: AgentFiles) => Record<string, string>
  settings?: object
  policy?: string
  /** The text of the answer in what the agent printed. */
  answerIn: (printed: string, files: AgentFiles) => string
}

export const codingAgents: Record<string, CodingAgent> = {
  claude: {
    ...{ title: 'Claude Code', command: 'claude' },
    arguments: (_files, schema) => [
      ...['-p', '--output-format', 'json', '--json-schema', schema, '--tools', ''],
      ...['--safe-mode', '--strict-mcp-config', '--disable-slash-commands', '--no-session-persistence'],
    ],
    answerIn: (printed) => textAt(printed, 'result'),
  },
  codex: {
    ...{ title: 'Codex', command: 'codex' },
    arguments: ({ schema, answer }) => [
      ...['exec', '--ephemeral', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
      ...['--sandbox', 'read-only', '--color', 'never', '--output-schema', schema, '--output-last-message', answer],
      ...['project_doc_max_bytes=0', 'web_search="disabled"'].flatMap((setting) => ['-c', setting]),
      ...['shell_tool', 'apps', 'multi_agent', 'hooks', 'goals', 'image_generation'].flatMap((name) => [
        '--disable',
        name,
      ]),
      '-',
    ],
    answerIn: (_printed, { answer }) => readFileSync(answer, 'utf8'),
  },
  gemini: {
    ...{ title: 'Gemini CLI', command: 'gemini' },
    arguments: ({ policy }) => [
      ...['-p', '', '--output-format', 'json', '--skip-trust', '--approval-mode', 'default'],
      ...['--extensions', 'none', '--allowed-mcp-server-names', 'none', '--admin-policy', policy],
    ],
    environment: ({ settings }) => ({ GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings }),
    settings: { tools: { core: ['none'] }, hooksConfig: { enabled: false } },
    policy: '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
    answerIn: (printed) => textAt(printed, 'response'),
  },
  qwen: {
    ...{ title: 'Qwen Code', command: 'qwen' },
    arguments: (_files, schema) => [
      ...['--output-format', 'json', '--json-schema', schema, '--max-tool-calls', '0', '--approval-mode', 'plan'],
      ...['--safe-mode', '--chat-recording', 'false'],
    ],
    answerIn: (printed) => textAt(printed, 'result'),
  },
  opencode: {
    ...{ title: 'OpenCode', command: 'opencode' },
    arguments: () => ['run', '--pure', '--format', 'json', '--title', 'agent-identity', '--agent', 'agent-identity'],
    environment: () => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        share: 'disabled',
        agent: {
          'agent-identity': {
            mode: 'primary',
            prompt: 'Answer with JSON.',
            tools: { '*': false },
            permission: { '*': 'deny' },
          },
        },
      }),
    }),
    answerIn: (printed) =>
      printed
        .split('\n')
        .map((line) => textAt(line, 'part', 'text'))
        .join(''),
  },
  copilot: {
    ...{ title: 'Copilot CLI', command: 'copilot' },
    arguments: () => [
      ...['--silent', '--no-color', '--stream', 'off', '--available-tools=none', '--disable-builtin-mcps'],
      ...['--no-custom-instructions', '--no-ask-user', '--no-remote', '--no-auto-update'],
    ],
    answerIn: (printed) => printed,
  },
}

/** The text at a path of a JSON value, or of the last element of a list that has it; empty if there is none. */
function textAt(json: string, ...path: string[]): string {
  try {
    const values = [JSON.parse(json)].flat()
    const texts = values.map((value) => path.reduce((inner, key) => inner?.[key], value))
    return texts.findLast((text) => typeof text === 'string') ?? ''
  } catch {
    return ''
  }
}
