// Builds the dashboard after an installation from a clone. Where its tools were left out (npm install --omit=dev),
// the service runs without it, and its first page says how to build it.
import('vite').then(
  ({ build }) => build({ root: 'web', logLevel: 'warn' }),
  () => console.log('The dashboard is not built: its tools are development dependencies.'),
)
