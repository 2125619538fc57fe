import { build } from 'vite'

/** The tests see the dashboard as it stands in the sources. */
export async function setup(): Promise<void> {
  await build({ root: 'web', logLevel: 'error' })
}
