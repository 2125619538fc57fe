// Plain JavaScript on purpose: a Node that cannot read TypeScript must still be able to say so.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old: use "npm start" (it brings its own Node) or Node 22.18 or newer.`,
  )
  process.exit(1)
}
await import('./server/main.ts')
