/** Files of a repository: settings of other servers and hooks, in the forms that tools and people leave behind. */
export const settings: Record<string, string> = {
  '.mcp.json': '{"mcpServers":{"github":{"type":"http","url":"https://api.example.com/mcp"}}}',
  '.claude/settings.json': `{
  "permissions": { "allow": ["Bash(npm test:*)"] },
  "hooks": {
    "SessionStart": [
      { "matcher": "startup", "hooks": [{ "type": "command", "command": "./scripts/greet.sh" }] }
    ],
    "Stop": []
  }
}
`,
  '.codex/config.toml': `model = "gpt-5"  # the team's choice

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-mcp"]

# Keep this last.
[features]
hooks = true`,
  '.codex/hooks.json':
    '{\n\t"hooks": {\n\t\t"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]\n\t}\n}\n',
  '.cursor/mcp.json':
    '{\r\n  "mcpServers": {\r\n    "linear": { "url": "https://mcp.example.com/sse" },\r\n  },\r\n}\r\n',
  '.vscode/mcp.json': `{
  // Servers of the whole team
  "servers": {
    "playwright": { "type": "stdio", "command": "npx", "args": ["-y", "playwright-mcp"] }, /* browser */
  },
  "inputs": [
    { "type": "promptString", "id": "other-key", "description": "Other" } // asked once
  ],
}
`,
  '.gemini/settings.json': '\ufeff{\r\n  "context": {"fileName": ["GEMINI.md", "AGENTS.md"]}\r\n}\r\n',
  '.qwen/settings.json': '{}\n',
  'opencode.jsonc': '{\n  "$schema": "https://opencode.ai/config.json",\n  /* no servers yet */\n  "mcp": {}\n}\n',
  '.github/hooks/agent-identity.json': '{ "version": 1, "hooks": {} }',
  'AGENTS.md': '# House rules\r\n\r\n- Ask before you delete.\r\n',
  'agent-identity.json':
    '{\n  "files": [\n    { "path": "docs/ada.md", "agent": "ada", "format": "agents_md" }\n  ]\n}\n',
}

/** The same in the home folder of a person. */
export const userSettings: Record<string, string> = {
  '.claude.json': '{"numStartups":12,"mcpServers":{},"projects":{}}',
  '.codex/config.toml': '[mcp_servers.agent-identity]\nurl = "https://old.example.com/mcp"\n\n[tui]\ntheme = "dark"\n',
  '.gemini/settings.json': '{\n    "mcpServers": {\n        "a": {"command": "a"}\n    }\n}',
  '.config/opencode/opencode.json': '{ "theme": "system" }\n',
  '.copilot/mcp-config.json': '{\n  "mcpServers": {}\n}\n',
  '.cline/data/settings/cline_mcp_settings.json':
    '{"mcpServers": {"x": {"transport": {"type": "stdio", "command": "x"}}}}\n',
  '.continue/config.yaml': `name: Mine
models: # local
  - name: small
    provider: ollama
mcpServers:
  - name: sqlite # mine
    command: npx
rules: []
`,
}
