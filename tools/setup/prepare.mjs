// Prepares the store to be started or tested: node tools/setup/prepare.mjs install | build | chromium | start
// | dev | test [core | rest | full]
// Runs on any Node from 20 on, without packages: it installs them. Each step prints what it does and is
// skipped when its result is up to date.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storeCommand } from '../../src/server/store-command.mjs'
import { ensureChromium } from './chromium.mjs'
import { oneAtATime } from './prepare-lock.mjs'
import { testSteps } from './test-steps.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, '.bin', 'node')
const installStamp = join(modules, '.driveline-install')
const buildStamp = join(root, 'build', '.driveline-build')

/** The sources of the build; tests in these folders do not count. */
const buildInputs = [
  'src',
  'public',
  'tools/setup/build.ts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
]

const [mode = '', ...rest] = process.argv.slice(2)
try {
  if (mode === 'install') await install()
  else if (mode === 'build') {
    await install()
    await build()
  } else if (mode === 'chromium') await chromium()
  else if (mode === 'start') await start(rest)
  else if (mode === 'dev') await dev()
  else if (mode === 'test') await test(rest[0])
  else throw new Error('Usage: node tools/setup/prepare.mjs install | build | chromium | start | dev | test')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Makes node_modules match package-lock.json and the pinned Node run. */
async function install() {
  if (!installed()) {
    await oneAtATime(root, 'install', say, async () => {
      // Another `npm start` may have done it in the meantime.
      if (installed()) return
      say('Installing packages (npm ci) …')
      const startedAt = Date.now()
      const progress = setInterval(() => {
        const count = existsSync(modules) ? readdirSync(modules).length : 0
        say(`  still installing: ${seconds(startedAt)} s, ${count} folders so far`)
      }, 5_000)
      try {
        // --include=dev: with NODE_ENV=production npm would omit the packages that build the pages.
        const done = await npmQuietly(['ci', '--include=dev', '--no-audit', '--no-fund'])
        if (done.code !== 0) {
          throw new Error(
            `${done.output.trim().split('\n').slice(0, 40).join('\n')}\n\nThe packages could not be installed (npm ci ended with ${done.code}). ` +
              'The lines above are its output: check the network connection and the disk space, then run this again.',
          )
        }
      } finally {
        clearInterval(progress)
      }
      ensurePinnedNode()
      writeFileSync(installStamp, lockHash())
      say(`Packages installed in ${seconds(startedAt)} s`)
    })
  }
  ensurePinnedNode()
}

function installed() {
  if (readOr(installStamp) === lockHash()) return true
  // Installed manually: npm's record in node_modules agrees with the lockfile.
  if (!agreesWithLockfile() || !runsPinnedNode()) return false
  writeFileSync(installStamp, lockHash())
  return true
}

function agreesWithLockfile() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' || (path in present ? present[path].version === entry.version : entry.optional === true),
    )
  } catch {
    return false
  }
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/**
 * The npm package `node` downloads its program in an install script; with scripts disabled, it is called
 * here.
 */
function ensurePinnedNode() {
  if (runsPinnedNode()) return
  say('Fetching the pinned Node …')
  const fetched = spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: join(modules, 'node'),
    encoding: 'utf8',
  })
  // npm creates this link only for a program that exists when the package arrives.
  if (existsSync(join(modules, 'node', 'bin', 'node')) && !existsSync(pinnedNode)) {
    symlinkSync(join('..', 'node', 'bin', 'node'), pinnedNode)
  }
  if (runsPinnedNode()) return
  const wanted = readOr(join(modules, 'node', 'package.json')).match(/"version": "([^"]+)"/)?.[1]
  throw new Error(
    `${(fetched.error?.message ?? `${fetched.stdout}${fetched.stderr}`).trim()}\n\n` +
      `Node ${wanted ?? '24'}, which the store runs on, is not in node_modules or does not run on this machine. ` +
      'Delete node_modules and run this again; on an unusual machine see "npm run doctor".',
  )
}

/** Runs the pinned Node only when its file has changed since the last check, which takes a process. */
function runsPinnedNode() {
  const file = statSync(pinnedNode, { throwIfNoEntry: false })
  if (!file) return false
  const checked = join(modules, '.driveline-node')
  const mark = `${file.size} ${file.mtimeMs}`
  if (readOr(checked) === mark) return true
  const response = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (response.status !== 0 || !response.stdout.startsWith('v24.')) return false
  writeFileSync(checked, mark)
  return true
}

/**
 * Builds the pages when their sources have changed since the last build. `env`: variables besides our own.
 */
async function build(env = {}) {
  if (readOr(buildStamp) === fingerprint()) return
  await oneAtATime(root, 'build', say, async () => {
    const made = fingerprint()
    if (readOr(buildStamp) === made) return
    say('Building the pages …')
    const startedAt = Date.now()
    const done = await npmQuietly(['run', 'build'], env)
    if (done.code !== 0) {
      throw new Error(`${done.output.trim()}\n\nThe pages could not be built; the reason is above.`)
    }
    mkdirSync(dirname(buildStamp), { recursive: true })
    writeFileSync(buildStamp, made)
    say(`Pages built in ${seconds(startedAt)} s`)
  })
}

/** Names, sizes and modification times of the build's sources. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const input of buildInputs) addTo(hash, input)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found || /\.test\.tsx?$/.test(path)) return
  if (!found.isDirectory()) {
    hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(join(root, path)).toSorted()) addTo(hash, `${path}/${name}`)
}

async function chromium() {
  await install()
  say(`Chromium for the tests: ${ensureChromium(say)}`)
}

/** Installs, builds, and runs the store with the pinned Node until it ends or is stopped. */
async function start(args) {
  await install()
  await build()
  const { args: command, env } = storeCommand(root)
  process.exitCode = await runStore([...command, ...args], env)
}

/** Runs the store that shows saved changes, from its sources. */
async function dev() {
  await install()
  process.exitCode = await runStore(['tools/dev/dev.ts'])
}

function runStore(args, env = {}) {
  return new Promise((ended) => {
    const store = spawn(pinnedNode, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    // The store drains and stops by itself; we wait for it, so that npm does not return to the prompt
    // earlier.
    // On Ctrl-C the terminal signals all of us, and npm forwards it again: one is enough for the store.
    const lastSent = new Map()
    const pass = (signal) => {
      const now = Date.now()
      if (now - (lastSent.get(signal) ?? 0) < 1_000) return
      lastSent.set(signal, now)
      store.kill(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
    // On a stop, npm ends its shell but not this process, and the store would keep running.
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.env.npm_lifecycle_event && process.ppid !== parent) pass('SIGTERM')
    }, 500)
    store.on('error', (error) => {
      console.error(`The store could not be started: ${error.message}`)
    })
    store.on('close', (code, signal) => {
      clearInterval(watch)
      ended(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1))
    })
  })
}

/** Every check that has to pass. All steps run, even after a failure, and are summarized at the end. */
async function test(part = 'core') {
  // As in a developer's shell: the build must not depend on it.
  const steps = testSteps(part, { build: () => build({ NODE_ENV: 'test' }), chromium })
  await install()
  const results = []
  for (const { name, run } of steps) {
    say(`\n── ${name} ──`)
    const startedAt = Date.now()
    let passed = true
    let end = ''
    try {
      if (typeof run === 'function') await run()
      else ({ passed, end } = await npmAloud(...run))
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      passed = false
    }
    results.push({ name, passed, end, took: seconds(startedAt) })
  }
  // A build machine may keep only the end of the output, and a step that failed may not have been the last.
  for (const { name, end } of results.slice(0, -1).filter((result) => !result.passed && result.end))
    say(`\n── Last lines of: ${name} ──\n${end}`)
  say('\n── Result ──')
  for (const { name, passed, took } of results) say(`${passed ? '✓' : '✗'} ${name} (${took} s)`)
  const failed = results.filter((result) => !result.passed).length
  say(`Steps: ${results.length - failed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

function npm(args, options) {
  // npm passes its own path to scripts; using it needs no shell on any platform.
  const itself = process.env.npm_execpath
  return itself?.endsWith('.js')
    ? spawn(process.execPath, [itself, ...args], { cwd: root, ...options })
    : spawn('npm', args, { cwd: root, ...options })
}

/**
 * @returns {Promise<{ passed: boolean; end: string }>} `end`: the last 6,000 characters of its output; empty
 *   in a terminal, to which the command writes directly, in color.
 */
function npmAloud(...args) {
  return new Promise((done) => {
    const child = npm(args, { stdio: process.stdout.isTTY ? 'inherit' : ['inherit', 'pipe', 'pipe'] })
    let end = ''
    const show = (text) => {
      process.stdout.write(text)
      end = (end + text).slice(-6_000)
    }
    child.stdout?.setEncoding('utf8').on('data', show)
    child.stderr?.setEncoding('utf8').on('data', show)
    child.on('error', (error) => {
      console.error(`npm could not be started: ${error.message}`)
      done({ passed: false, end })
    })
    child.on('close', (code) => done({ passed: code === 0, end }))
  })
}

function npmQuietly(args, env = {}) {
  return new Promise((done) => {
    let output = ''
    const child = npm(args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', (error) => done({ code: 1, output: `npm could not be started: ${error.message}` }))
    child.on('close', (code, signal) => {
      // npm warns about every package that wants a newer Node than npm's own; the store runs on the pinned
      // one.
      const text = output.split('\n').filter((line) => !line.startsWith('npm warn'))
      done({ code: code ?? signal, output: text.join('\n') })
    })
  })
}

function say(line) {
  console.log(line)
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000)
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
