import { DatabaseStartError } from './database-start-error.ts'

// Error text → advice. The first match wins.
const fixes: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|ENOSPC|free disk space/i, 'The disk is full: free some space and start again.'],
  [/Disk quota exceeded|EDQUOT/i, 'Your disk quota is used up: free some space and start again.'],
  [
    /GLIBC_[\d.]+.*not found|ld-linux|spawn\S* .*ENOENT/,
    'The programs need a Linux with glibc (2.27 or newer; Alpine does not have it): use such a system or image, or set DATABASE_URL to a PostgreSQL (15 or newer) of your own.',
  ],
  [
    /error while loading shared libraries/,
    'Parts of the installation are missing: delete node_modules and run "npm ci".',
  ],
  [
    /EEXIST|ENOTDIR/,
    'A file stands where the data folder should be: move it away, or choose another folder with DATA_DIR.',
  ],
  [/Read-only file system|EROFS/i, 'The folder is read-only: choose another with DATA_DIR.'],
  [
    /Permission denied|EACCES|EPERM|wrong ownership/i,
    'The folder may not be used by this user: give it to the user who starts the store (chown -R), or choose another with DATA_DIR.',
  ],
  [
    /shared memory|Cannot allocate memory|ENOMEM/i,
    'The machine gives out too little memory: close other programs, or give the container more memory.',
  ],
  [
    /incompatible with server|not compatible with this version/i,
    'The data was made by another version of PostgreSQL: use the version of Driveline that made it, or start with an empty folder by DATA_DIR.',
  ],
  [
    /could not locate a valid checkpoint|invalid.*checkpoint record|could not open file "global\/pg_control"/i,
    'The data is damaged: restore the data folder from a backup, or start with an empty one by DATA_DIR.',
  ],
]

/**
 * Turns an error of PostgreSQL or the system into one for the operator.
 * `what` happened (no full stop); `output` is the raw text; `otherwise` is the advice for an unknown text.
 */
export function explainFailure(
  what: string,
  output: string,
  otherwise = 'These are the words of the system; "npm run doctor" checks this machine.',
): DatabaseStartError {
  const fix = fixes.find(([pattern]) => pattern.test(output))?.[1] ?? otherwise
  const quote = output.trim().split('\n').slice(-6).join('\n  ')
  return new DatabaseStartError(`${what}.\n  ${quote}\n${fix}`)
}
