#!/usr/bin/env node
// The owner's command: npx driveline <command> in a clone, driveline <command> in the image. Each command is
// the file of its name in this folder, which prints its own help.
// Runs on any Node from 20 on, without packages, and starts the command with the Node of the store.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { storeCommand } from '#server/store-command.mjs'

/** What each command does, and Node's options for it. */
const COMMANDS = {
  backup: { does: 'writes the whole store into a new folder' },
  restore: { does: 'restores a backup into an empty store' },
  'finish-recovery': { does: 'prepares a database that was recovered to an older state' },
  verify: { does: 'checks on the live database what must always be true' },
  doctor: { does: 'checks this machine and every configured service, and prints the fixes' },
  'make-admin': { does: 'makes a user an admin; removes the second factor of a lost phone' },
  import: {
    does: 'reads parts, prices, vehicles and fitments from CSV, ACES and PIES files',
    // It reads hundreds of megabytes: less memory for garbage (decision 081).
    options: ['--max-semi-space-size=8', '--heap-growing-percent=30'],
  },
  export: { does: 'writes files that can be imported' },
  'move-database': { does: 'moves the embedded database into that of DATABASE_URL' },
  'move-pictures': { does: 'moves all pictures to the disk, a bucket or a hosted service' },
  reset: { does: 'restores fresh demo data' },
}

const OVERVIEW = `Use: npx driveline <command> …

${Object.entries(COMMANDS)
  .map(([name, { does }]) => `  ${name.padEnd(16)} ${does}`)
  .join('\n')}

npx driveline <command> --help shows the options of a command. Settings come from the environment, as those of
the store do (docs/configuration.md).`

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const [first, ...rest] = process.argv.slice(2)
// `driveline help backup` is `driveline backup --help`.
const [name = '', ...args] =
  first === 'help' && rest[0] !== undefined ? [rest[0], '--help'] : [first, ...rest]

if (Object.hasOwn(COMMANDS, name)) await run(COMMANDS[name])
else if (['help', '--help', '-h'].includes(name)) console.log(OVERVIEW)
else {
  const like = nearest(name)
  console.error(
    name === ''
      ? OVERVIEW
      : `There is no command "${name}". ${like ? `Did you mean "npx driveline ${like}"?` : '"npx driveline --help" lists all.'}`,
  )
  process.exitCode = 2
}

/** Runs a command, passes signals on to it, and ends with its exit status. */
async function run({ options = [] }) {
  const node = nodeOfTheStore()
  if (!node) {
    console.error(
      `This is Node ${process.version}, and the store needs Node 24. Run "npm start" once, which installs it.`,
    )
    process.exitCode = 1
    return
  }
  const command = spawn(node, [...options, path.join(root, `src/ops/${name}.ts`), ...args], {
    stdio: 'inherit',
    env: {
      // As the store's process: commands start in half the time.
      NODE_COMPILE_CACHE: storeCommand(root).env.NODE_COMPILE_CACHE,
      ...process.env,
      // Files in arguments are those of the current folder; the data is that of the store.
      DATA_DIR: process.env.DATA_DIR || path.join(root, '.data'),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal))
  await new Promise((ended) => {
    command.on('close', (code, signal) => {
      process.exitCode = code ?? 128 + constants.signals[signal]
      ended()
    })
  })
}

/** Of the packages (npm start installs it), or the one that runs this, as in the image. */
function nodeOfTheStore() {
  const pinned = path.join(root, 'node_modules/node/bin/node')
  if (existsSync(pinned)) return pinned
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : null
}

/** The command that shares most pairs of letters with a misspelled name, or undefined if it shares few. */
function nearest(misspelled) {
  const pairs = (word) => Array.from(word, (_, at) => word.slice(at, at + 2))
  const similarity = (word) =>
    (2 * pairs(word).filter((pair) => pairs(misspelled).includes(pair)).length) /
    (word.length + misspelled.length)
  const [best] = Object.keys(COMMANDS).toSorted((a, b) => similarity(b) - similarity(a))
  return similarity(best) >= 0.5 ? best : undefined
}
