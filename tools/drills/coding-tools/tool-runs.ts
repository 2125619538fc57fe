/** The commands of coding tools, and the trust, sign-in and switches that they need without a terminal. */

interface Setting {
  repository: string
  home: string
  model: string
}

interface ToolRun {
  /** The package that has the tool's command. */
  package: string
  command: string
  /** Trust and sign-in that a person gives once, by hand, in the tool itself. */
  prepare?: (setting: Setting) => Record<string, string>
  arguments: (setting: Setting) => string[]
  environment: (setting: Setting) => Record<string, string>
}

const openAi = ({ model }: Setting) => ({ OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'x' })

export const toolRuns: Record<string, ToolRun> = {
  'claude-code': {
    ...{ package: '@anthropic-ai/claude-code', command: 'claude' },
    prepare: ({ repository }) => ({
      '.claude.json': JSON.stringify({
        projects: { [repository]: { hasTrustDialogAccepted: true, enabledMcpjsonServers: ['agent-identity'] } },
      }),
    }),
    arguments: () => ['-p', 'hello', '--dangerously-skip-permissions'],
    environment: ({ model }) => ({
      ...{ ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'x', DISABLE_AUTOUPDATER: '1' },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', IS_SANDBOX: '1' },
      // Without a terminal the first request would not wait for servers.
      ...{ MCP_CONNECTION_NONBLOCKING: 'false', ENABLE_TOOL_SEARCH: 'false' },
    }),
  },
  codex: {
    ...{ package: '@openai/codex', command: 'codex' },
    prepare: ({ repository }) => ({ '.codex/config.toml': `[projects."${repository}"]\ntrust_level = "trusted"\n` }),
    arguments: ({ model }) => [
      ...['exec', '--skip-git-repo-check', '-m', 'gpt-5', '-c', 'model_provider=stand-in'],
      ...[
        '-c',
        `model_providers.stand-in={name="s",base_url="${model}/v1",wire_api="responses",env_key="OPENAI_API_KEY"}`,
      ],
      ...['-c', 'analytics.enabled=false', '-c', 'check_for_update_on_startup=false'],
      ...['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust', 'hello'],
    ],
    environment: openAi,
  },
  gemini: {
    ...{ package: '@google/gemini-cli', command: 'gemini' },
    prepare: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    arguments: () => ['-p', 'hello', '-m', 'gemini-2.5-flash', '--yolo'],
    environment: ({ model }) => ({
      ...{ GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'x', GEMINI_CLI_DISABLE_AUTO_UPDATE: '1' },
    }),
  },
  qwen: {
    ...{ package: '@qwen-code/qwen-code', command: 'qwen' },
    prepare: () => ({
      '.qwen/settings.json': JSON.stringify({
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    }),
    arguments: () => ['--auth-type', 'openai', '-p', 'hello', '--yolo'],
    environment: (setting) => ({ ...openAi(setting), OPENAI_MODEL: 'stand-in' }),
  },
  opencode: {
    ...{ package: 'opencode-ai', command: 'opencode' },
    arguments: () => ['run', '-m', 'stand-in/stand-in', 'hello'],
    environment: ({ model }) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        ...{ autoupdate: false, share: 'disabled' },
        provider: {
          'stand-in': {
            ...{ npm: '@ai-sdk/openai-compatible', name: 's', models: { 'stand-in': { name: 's' } } },
            options: { baseURL: `${model}/v1`, apiKey: 'x' },
          },
        },
      }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    }),
  },
  copilot: {
    ...{ package: '@github/copilot', command: 'copilot' },
    arguments: () => ['-p', 'hello', '--allow-all-tools'],
    environment: ({ model }) => ({
      ...{ COPILOT_PROVIDER_BASE_URL: `${model}/v1`, COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_API_KEY: 'x' },
      ...{ COPILOT_MODEL: 'gpt-5', COPILOT_OFFLINE: 'true', COPILOT_ALLOW_ALL: 'true' },
    }),
  },
  cline: {
    ...{ package: 'cline', command: 'cline' },
    prepare: ({ model }) => ({
      '.cline/data/settings/providers.json': JSON.stringify({
        ...{ version: 1, lastUsedProvider: 'openai-compatible', modes: {} },
        providers: {
          'openai-compatible': {
            ...{ updatedAt: '2026-11-26T00:00:00.000Z', tokenSource: 'manual' },
            settings: { provider: 'openai-compatible', apiKey: 'x', model: 'gpt-4o', baseUrl: `${model}/v1` },
          },
        },
      }),
    }),
    arguments: () => ['say hello'],
    environment: () => ({ CLINE_TELEMETRY_DISABLED: '1' }),
  },
  continue: {
    ...{ package: '@continuedev/cli', command: 'cn' },
    prepare: ({ model }) => ({
      '.continue/config.yaml': `name: Local
version: 1.0.0
schema: v1
models:
  - name: stand-in
    provider: openai
    model: gpt-4o
    apiBase: ${model}/v1
    apiKey: x
    roles: [chat]
`,
    }),
    arguments: () => ['-p', 'hello', '--auto'],
    environment: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
  },
}
