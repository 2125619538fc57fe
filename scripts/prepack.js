import { cpSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildWhenStale } from './build-when-stale.js'

// The package holds one build, at a name that needs no sources to be found.
rmSync('dist/server', { recursive: true, force: true })
cpSync(dirname(buildWhenStale()), 'dist/server', { recursive: true })
