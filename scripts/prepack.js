import { cpSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildWhenStale } from './build-when-stale.js'
import './prepare.js'

// The package holds one build, under a name that can be found without the sources.
rmSync('dist/server', { recursive: true, force: true })
cpSync(dirname(buildWhenStale()), 'dist/server', { recursive: true })
