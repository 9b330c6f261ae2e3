import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { DatabaseStartError } from './database-start-error.ts'
import type { ServerAccount } from './server-account.ts'

/**
 * Changes the owner of the cluster to the account that will run its server, if another one ran it before
 * (user namespaces were enabled or disabled, or the folder was moved between machines). No server may be
 * running in it.
 * @throws DatabaseStartError when the files belong to another user and we are not root.
 */
export async function ownCluster(cluster: string, account: ServerAccount): Promise<void> {
  const owner = account.owner
  if (!owner) return
  const found = await stat(cluster)
  if (found.uid === owner.uid) return
  if (account.kind === 'self') {
    throw new DatabaseStartError(
      `The database in ${cluster} belongs to another user (number ${found.uid}); perhaps the store was started with sudo once. ` +
        `Give it back with "sudo chown -R ${userInfo().username} <data folder>", or choose another folder with DATA_DIR.`,
    )
  }
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  // The folder itself comes last: after a crash the next start repeats the change.
  await chown(cluster, owner.uid, owner.gid)
}
