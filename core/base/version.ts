import manifest from '../../package.json' with { type: 'json' }

/** The version of the package: the one that the command, the OpenAPI document and MCP name too. */
export const { version } = manifest
