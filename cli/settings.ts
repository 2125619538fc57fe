/** The options that stand for settings of the environment, by variable. */
const variables = { host: 'HOST', port: 'PORT', dataDir: 'DATA_DIR' } as const

export const dataDirOption = ['--data-dir <folder>', 'folder of the embedded database (DATA_DIR, ./data)'] as const

/** Has options win over variables of the same meaning; the service reads and checks them as these. */
export function applySettings(options: { [Option in keyof typeof variables]?: string }): void {
  for (const [option, variable] of Object.entries(variables)) {
    const value = options[option as keyof typeof variables]
    if (value !== undefined) process.env[variable] = value
  }
}
