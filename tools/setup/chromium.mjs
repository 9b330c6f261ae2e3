// Finds the Chromium the end-to-end tests drive, or installs one. Runs on any Node from 20 on, without packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const remembered = join(root, 'node_modules', '.cache', 'driveline-chromium')

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/local/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// Chromium renders its address bar's suggestions in a separate page with every window, which takes most of a
// second of processor time. Only the last flag of this name counts, so Playwright's own list is repeated here
// (its chromiumSwitches.ts).
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Flags for looking at the store: quiet, without features for people. */
export const chromiumFlags = [
  // As root, its own sandbox cannot be set up.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/**
 * Path of a Chromium that runs on this machine: CHROME_PATH, the one found last time, a system one, or
 * Playwright's own download.
 * undefined when there is none. Throws when CHROME_PATH does not run. Installs nothing.
 */
export function findChromium() {
  const wished = process.env.CHROME_PATH
  if (wished) {
    if (runs(wished)) return wished
    throw new Error(`CHROME_PATH names ${wished}, which does not run as Chromium: correct it or unset it.`)
  }
  const found = [rememberedPath, ...usualPlaces.map((path) => () => path), playwrightsOwn]
    // One after another: Playwright's path takes a process.
    .reduce((path, next) => path ?? runnable(next()), undefined)
  if (found !== undefined) remember(found)
  return found
}

/**
 * Path of Debian's Chromium without windows, in which tests take a quarter less time. undefined when it is
 * not installed, or CHROME_PATH names another browser.
 */
export function findHeadlessShell() {
  return process.env.CHROME_PATH ? undefined : runnable('/usr/bin/chromium-headless-shell')
}

/**
 * Finds a Chromium, or installs one: Debian's package as root, otherwise Playwright's download.
 * `log` receives a line per step. Throws an error that says what to do when nothing helps.
 */
export function ensureChromium(log) {
  const present = findChromium()
  if (present !== undefined) return present
  for (const install of [installDebianPackage, installPlaywrights]) {
    install(log)
    const found = findChromium()
    if (found !== undefined) return found
  }
  throw new Error(
    'The end-to-end tests need Chromium, and none could be installed here: install it (Debian: apt-get install chromium) or set CHROME_PATH to one.',
  )
}

function installDebianPackage(log) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  // On Ubuntu the package of that name is a snap, which does not run in containers.
  if (/^ID=ubuntu/m.test(textOf('/etc/os-release'))) return
  log('Chromium is missing: installing the package chromium with apt-get (a minute or two) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => spawnSync('/usr/bin/apt-get', ['-q', '-y', ...args], { env, encoding: 'utf8' })
  apt('update')
  const done = apt('install', '--no-install-recommends', 'chromium')
  if (done.status !== 0) log(`apt-get could not install it: ${lastLines(done)}`)
}

function installPlaywrights(log) {
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  if (!existsSync(cli)) return
  log('Chromium is missing: downloading the one of Playwright (about 150 MB) …')
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  const done = spawnSync(process.execPath, [cli, 'install', ...withLibraries, 'chromium'], {
    encoding: 'utf8',
  })
  if (done.status !== 0) log(`The download failed: ${lastLines(done)}`)
}

/** Playwright's path for its own browser, downloaded or not. */
function playwrightsOwn() {
  const program = `import('playwright-core').then((p) => process.stdout.write(p.chromium.executablePath()))`
  const response = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  })
  return response.status === 0 && response.stdout ? response.stdout : undefined
}

function runnable(path) {
  return path !== undefined && runs(path) ? path : undefined
}

function runs(path) {
  if (!existsSync(path)) return false
  const response = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return response.status === 0 && /chrom/i.test(response.stdout)
}

function rememberedPath() {
  return textOf(remembered).trim() || undefined
}

function remember(path) {
  if (rememberedPath() === path) return
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, `${path}\n`)
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function lastLines(done) {
  return (done.error?.message ?? `${done.stdout}${done.stderr}`).trim().split('\n').slice(-4).join('\n  ')
}
