import path from 'node:path'

export type DatabasePaths = ReturnType<typeof databasePaths>

/**
 * Absolute paths of the embedded database's files in a data folder (`DATA_DIR`), which may be relative to the
 * working directory. `locks` is the folder of the lock files. Touches nothing.
 */
export function databasePaths(dataDir: string) {
  const root = path.resolve(dataDir)
  return { dataDir: root, locks: path.join(root, 'locks'), ...homePaths(path.join(root, 'postgres')) }
}

/** The paths inside a database home, which is built under a temporary name. */
export function homePaths(home: string) {
  return {
    /** Appears in one rename, so it is complete or absent. */
    home,
    /** PostgreSQL's own data directory. */
    cluster: path.join(home, 'cluster'),
    /** Generated passwords, mode 600. */
    credentials: path.join(home, 'credentials.json'),
    serverLog: path.join(home, 'server.log'),
  }
}
