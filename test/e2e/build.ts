import { build } from 'vite'

/**
 * The tests see the dashboard as it stands in the sources, built as for people: with the `NODE_ENV` of Vitest it would
 * have React's development build inside, which takes more of the processor and would stay in `web/dist`.
 */
export async function setup(): Promise<void> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({ root: 'web', logLevel: 'error' })
  process.env.NODE_ENV = NODE_ENV
}
