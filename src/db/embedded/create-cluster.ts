import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { chown, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createCredentials } from './credentials.ts'
import { homePaths, type DatabasePaths } from './database-paths.ts'
import { explainFailure } from './explain-failure.ts'
import { clusterArgument, serverCommand, serverEnvironment, type ServerAccount } from './server-account.ts'
import { syncFolder } from './sync-folder.ts'

const unfinishedPrefix = 'postgres.new-'

/**
 * Creates an empty cluster with its passwords next to its final place and moves it there in one rename: a
 * crash at any time leaves either nothing or a complete cluster. The caller holds the start lock. Throws
 * DatabaseStartError.
 */
export async function createCluster(
  paths: DatabasePaths,
  account: ServerAccount,
  durable: boolean,
): Promise<void> {
  const unfinished = homePaths(await mkdtemp(path.join(paths.dataDir, unfinishedPrefix)))
  try {
    const { administrator } = createCredentials(unfinished.credentials)
    await mkdir(unfinished.cluster, { mode: 0o700 })
    if (account.owner) await chown(unfinished.cluster, account.owner.uid, account.owner.gid)
    const run = (locale: string) => runInitdb(unfinished, account, administrator, durable, locale)
    let failure = await run('C.UTF-8')
    // Systems without that locale (older macOS): PostgreSQL's built-in one still gives the same order and the
    // same letters.
    if (failure !== undefined && /invalid locale/.test(failure)) failure = await run('C')
    if (failure !== undefined) throw explainFailure('The database could not be created', failure)
    await rename(unfinished.home, paths.home)
    await syncFolder(path.dirname(paths.home))
  } catch (error) {
    // What cannot be removed, the next start removes; the first error is the one to report.
    await rm(unfinished.home, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

/** Removes leftovers of a crashed `createCluster`. The caller holds the start lock, so none is in use. */
export async function removeUnfinishedClusters(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    // An initdb that outlived its store may still write there; the next start removes the rest.
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

/** undefined on success, otherwise the output of initdb. */
async function runInitdb(
  { cluster, home }: Pick<DatabasePaths, 'cluster' | 'home'>,
  account: ServerAccount,
  password: string,
  durable: boolean,
  locale: string,
): Promise<string | undefined> {
  const passwordFile = await openPasswordFile(home, account, password)
  const { file, args, ...rights } = serverCommand(account, account.binaries.initdb, [
    '--pgdata',
    clusterArgument(account, cluster),
    '--encoding=UTF8',
    `--locale=${locale}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--username=postgres',
    '--auth=scram-sha-256',
    '--pwfile=/dev/stdin',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ])
  return await new Promise((done) => {
    const output: string[] = []
    const initdb = spawn(file, args, {
      ...rights,
      cwd: cluster,
      detached: true,
      env: serverEnvironment,
      stdio: [passwordFile, 'ignore', 'pipe'],
    })
    closeSync(passwordFile)
    initdb.stderr?.setEncoding('utf8').on('data', (text: string) => output.push(text))
    initdb.on('error', (error) => done(error.message))
    initdb.on('close', (code) => done(code === 0 ? undefined : output.join('') || `code ${code}`))
  })
}

/**
 * initdb reads the password from its standard input: no other user sees it, and another uid needs no access
 * to its path.
 */
async function openPasswordFile(home: string, account: ServerAccount, password: string): Promise<number> {
  const passwordFile = path.join(home, 'initdb-password')
  const file = await open(passwordFile, 'w', 0o600)
  await file.writeFile(`${password}\n`)
  if (account.owner) await file.chown(account.owner.uid, account.owner.gid)
  await file.close()
  const handle = openSync(passwordFile, 'r')
  await rm(passwordFile)
  return handle
}
