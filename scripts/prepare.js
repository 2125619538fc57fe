import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Builds the dashboard after an installation from a clone. Where its tools were left out (npm install --omit=dev),
// the service runs without it, and its first page says how to build it.
import('vite').then(
  ({ build }) => build({ root: 'web', logLevel: 'warn' }),
  () => console.log('The dashboard is not built: its tools are development dependencies.'),
)

// With the flags of the start, since V8 refuses what was compiled with others. Where it fails, the first start compiles.
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
spawnSync(scripts.start.replace('start.js', 'scripts/compile.js'), { shell: true, stdio: 'ignore' })
