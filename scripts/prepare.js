// Builds the dashboard and the server after an installation from a clone, and for `npm pack`. It is the script `preprepare`,
// which npm runs in a clone where it would run `prepare`, since npm warns of the latter to all who install the packed file.
const tools = await import('vite').catch(() => undefined)
if (tools) {
  await tools.build({ root: 'web', logLevel: 'warn' })
  const { buildWhenStale } = await import('./build-when-stale.js')
  buildWhenStale()
} else console.log('Nothing is built: the tools are development dependencies. Run "npm ci --include=dev".')
