import path from 'node:path'

/** Absolute paths of the embedded database's files in one data folder. */
export type DatabasePaths = {
  /** The data folder itself (`DATA_DIR`). */
  dataDir: string
  /** `<dataDir>/postgres`: appears in one rename, so it is complete or absent. */
  home: string
  /** PostgreSQL's own data directory. */
  cluster: string
  /** Generated passwords, mode 600. */
  credentials: string
  serverLog: string
  /** Folder of the lock files. */
  locks: string
}

/**
 * Returns the paths inside a data folder; touches nothing. `dataDir` may be relative to the working
 * directory.
 */
export function databasePaths(dataDir: string): DatabasePaths {
  const root = path.resolve(dataDir)
  return { dataDir: root, locks: path.join(root, 'locks'), ...homePaths(path.join(root, 'postgres')) }
}

/** The paths inside a database home, which is built under a temporary name. */
export function homePaths(
  home: string,
): Pick<DatabasePaths, 'home' | 'cluster' | 'credentials' | 'serverLog'> {
  return {
    home,
    cluster: path.join(home, 'cluster'),
    credentials: path.join(home, 'credentials.json'),
    serverLog: path.join(home, 'server.log'),
  }
}
