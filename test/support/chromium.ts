import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { findProgram, isExecutable } from './programs.ts'

/**
 * The browser of the end-to-end tests: CHROMIUM_PATH, else an installed one, else the one that npm installs for Linux on
 * x64. CHROMIUM_PATH=npm prefers the last one.
 */

declare module 'vitest' {
  export interface ProvidedContext {
    browserPath: string
  }
}

const require = createRequire(import.meta.url)

/**
 * The shell is the same Chromium without windows: a new context takes 0.2 s of the processor there, and 1.8 s if a
 * window with its buttons is created for it (measured).
 */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const chromeOnMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The loader of programs that were linked with glibc on x64, as npm's Chromium is; musl has another one. */
const loader = '/lib64/ld-linux-x86-64.so.2'

const installedBrowser = () => findProgram(...names) ?? [chromeOnMac].find(isExecutable)

/** Whether a browser is expected; a wrong CHROMIUM_PATH is an error of the person who set it. */
export const hasBrowser = () => Boolean(process.env.CHROMIUM_PATH || installedBrowser() || existsSync(loader))

/** @throws an error that says what to do when there is no browser, or when it does not start. */
export function findBrowser(): string {
  const { CHROMIUM_PATH } = process.env
  const wanted = CHROMIUM_PATH === 'npm' ? undefined : CHROMIUM_PATH || installedBrowser()
  const browser = wanted ?? unpackFromNpm()
  try {
    execFileSync(browser, ['--version'], { stdio: 'pipe', timeout: 600_000 })
    return browser
  } catch (error) {
    const named = wanted && wanted === CHROMIUM_PATH ? `CHROMIUM_PATH names ${wanted}, which` : browser
    throw new Error(
      `${named} does not start. Install a browser (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to the path of one.`,
      { cause: error },
    )
  }
}

/** Vitest's global set-up of the `e2e` project. */
export function setup({ provide }: TestProject): void {
  provide('browserPath', findBrowser())
}

/** Starts Chromium with the libraries and fonts that are packed beside it, since a bare machine has none. */
const launcher = `#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf" exec "$here/chromium" "$@"
`
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`

/** Unpacks the browser of npm once, which takes seconds and 210 MB, and returns the path of its launcher. */
function unpackFromNpm(): string {
  const module = require.resolve('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(dirname(module), '../package.json'), 'utf8'))
  const cache = join(import.meta.dirname, '../../node_modules/.cache')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const unpacked = mkdtempSync(join(cache, 'chromium-'))
    // The package unpacks into the temporary folder, and its libraries only if it believes the machine to be one of
    // AWS.
    const env = { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
    const script = `(await import('${pathToFileURL(module)}')).default.executablePath()`
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { env })
    writeFileSync(join(unpacked, 'fonts.conf'), fonts)
    writeFileSync(join(unpacked, 'start'), launcher, { mode: 0o755 })
    renameSync(unpacked, folder)
  }
  return join(folder, 'start')
}
