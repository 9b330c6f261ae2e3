import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { copyBinaries } from './copied-binaries.ts'
import { DatabaseStartError } from './database-start-error.ts'
import { explainFailure } from './explain-failure.ts'
import { findServerBinaries, type ServerBinaries } from './server-binaries.ts'

/**
 * The account that runs PostgreSQL's programs. PostgreSQL refuses root, so root needs one of two workarounds:
 * - `self`: the user of this process. The ordinary case.
 * - `namespace`: root maps itself to another user in a user namespace; outside of it, files stay root's.
 * - `other-uid`: where namespaces are forbidden: an existing unprivileged user, with the programs copied to a
 *   folder it can enter, and the data folder owned by it.
 */
export type ServerAccount = {
  kind: 'self' | 'namespace' | 'other-uid'
  binaries: ServerBinaries
  /** The uid and gid that must own the cluster's files; undefined if it does not matter. */
  owner: { uid: number; gid: number } | undefined
}

/** A program with its arguments and the rights to start it with, ready for `spawn`. */
export type ServerCommand = { file: string; args: string[]; uid?: number; gid?: number }

/** The environment of PostgreSQL's programs, without the store's secrets. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' }

/**
 * Finds an account that can run PostgreSQL, by trial: starts `postgres --version` inside `folder` (which must
 * exist).
 * @throws DatabaseStartError with the fix if PostgreSQL cannot run at all.
 */
export function chooseServerAccount(folder: string): ServerAccount {
  const binaries = findServerBinaries()
  const uid = process.geteuid?.()
  const gid = process.getegid?.()
  const owner = uid === undefined || gid === undefined ? undefined : { uid, gid }
  const self: ServerAccount = { kind: 'self', binaries, owner }
  const namespace: ServerAccount = { kind: 'namespace', binaries, owner }

  if (uid !== 0) {
    // initdb needs a name for its user; some containers assign uids without one.
    if (!hasName() && runError(namespace, folder) === undefined) return namespace
    const failure = runError(self, folder)
    if (failure === undefined) return self
    throw explainFailure('PostgreSQL cannot run on this machine', failure)
  }
  const refusal = runError(namespace, folder)
  if (refusal === undefined) return namespace
  return otherUid(binaries, folder, refusal)
}

function otherUid(binaries: ServerBinaries, folder: string, refusal: string): ServerAccount {
  // The switched user reaches a locked folder through its working directory, which only Linux gives a path.
  if (process.platform !== 'linux') {
    throw new DatabaseStartError(
      'PostgreSQL refuses to run as root. Start the store as an ordinary user, or set DATABASE_URL.',
    )
  }
  const owner = unprivilegedUser()
  const copy = copyBinaries(binaries, (copied) =>
    runError({ kind: 'other-uid', binaries: copied, owner }, folder),
  )
  if ('binaries' in copy) return { kind: 'other-uid', binaries: copy.binaries, owner }
  throw explainFailure(
    `PostgreSQL refuses to run as root, and neither a user namespace (${refusal.trim().split('\n').at(-1)}) nor another user works here`,
    copy.failure,
    'Start the store as an ordinary user, or set DATABASE_URL to a PostgreSQL (15 or newer) of your own.',
  )
}

export function serverCommand(account: ServerAccount, program: string, args: string[]): ServerCommand {
  if (account.kind === 'self') return { file: program, args }
  if (account.kind === 'other-uid') return { file: program, args, ...account.owner }
  const { uid } = unprivilegedUser()
  return {
    file: 'unshare',
    args: ['--user', `--map-user=${uid}`, `--map-group=${uid}`, '--', program, ...args],
  }
}

/**
 * The path of the cluster folder for this account's command lines, for a program started inside that folder.
 * Another user may be unable to traverse the path (root's home), but has the working directory.
 */
export function clusterArgument(account: ServerAccount, cluster: string): string {
  return account.kind === 'other-uid' ? '/proc/self/cwd' : cluster
}

/** Why PostgreSQL does not run with this account; undefined if it runs. */
function runError(account: ServerAccount, folder: string): string | undefined {
  // A namespace drops root's right to enter any folder, so the trial includes entering.
  const command =
    account.kind === 'namespace'
      ? serverCommand(account, 'sh', [
          '-c',
          'cd "$1" && exec "$2" --version',
          'sh',
          folder,
          account.binaries.postgres,
        ])
      : serverCommand(account, account.binaries.postgres, ['--version'])
  const { file, args, ...rights } = command
  const trial = spawnSync(file, args, {
    ...rights,
    cwd: folder,
    env: serverEnvironment,
    encoding: 'utf8',
  })
  if (trial.status === 0) return undefined
  return trial.error ? trial.error.message : trial.stderr || `ended by ${trial.signal}`
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    // The system has no entry for this uid.
    return false
  }
}

/** `nobody`, or any other user but root: initdb needs a user with a name. */
function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((field) => Number(field[2]) > 0)
  const chosen = users.find((field) => field[0] === 'nobody') ?? users[0]
  return { uid: Number(chosen?.[2] ?? 65534), gid: Number(chosen?.[3] ?? 65534) }
}
