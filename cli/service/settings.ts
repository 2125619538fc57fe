/** CLI options and the environment variables that they set. */
const variables = { host: 'HOST', port: 'PORT', dataDir: 'DATA_DIR' } as const

export const dataDirOption = ['--data-dir <folder>', 'folder of the embedded database (DATA_DIR, ./data)'] as const

/** Options override the variables; the service validates them as usual. */
export function applySettings(options: { [Option in keyof typeof variables]?: string }): void {
  for (const [option, variable] of Object.entries(variables)) {
    const value = options[option as keyof typeof variables]
    if (value !== undefined) process.env[variable] = value
  }
}
