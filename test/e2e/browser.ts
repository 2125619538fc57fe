import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** A real Chromium: one that is installed, or one that playwright-core brings. */

/**
 * The shell is the same Chromium without windows: a new context takes 0.2 s of the processor there, and 1.8 s where a
 * window with its buttons is made for it (measured).
 */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args, headless: true })

/** @throws an error that says what to install when no browser can be had. */
function findBrowser(): string {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (isExecutable(wanted)) return wanted
    throw new Error(`CHROMIUM_PATH names no program: ${wanted}`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
  if (installed) return installed
  if (!existsSync(chromium.executablePath())) install()
  return chromium.executablePath()
}

function install() {
  try {
    execFileSync('npx', ['playwright-core', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    throw new Error(
      'The end-to-end tests need Chromium, and none could be installed. Install one (Debian: apt install chromium) or set CHROMIUM_PATH.',
    )
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
