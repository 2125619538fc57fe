import { build } from 'vite'

/**
 * Builds the dashboard from its sources in production mode: with the `NODE_ENV` of Vitest it would contain React's
 * development build, which is slower and would stay in `web/dist`.
 */
export async function setup(): Promise<void> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({ root: 'web', logLevel: 'error' })
  process.env.NODE_ENV = NODE_ENV
}
