import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { messageOf } from '#config/thrown-error.ts'
import { binariesIn, type ServerBinaries } from './server-binaries.ts'

/**
 * Copies PostgreSQL's programs (60 MB, once) to a folder that every user of the machine can enter. `trial`
 * returns the error of a copy, or undefined when it runs; after an error the next folder is tried (a
 * temporary folder may be mounted so that nothing in it can be executed). Only for root.
 */
export function copyBinaries(
  binaries: ServerBinaries,
  trial: (copied: ServerBinaries) => string | undefined,
): { binaries: ServerBinaries } | { failure: string } {
  const manifest = readFileSync(path.join(binaries.root, '..', 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  let failure = 'no folder for the copy'
  for (const place of new Set(['/var/lib', '/var/tmp', '/opt', tmpdir()])) {
    const copy = path.join(place, `driveline-postgres-${version}`)
    let made = false
    try {
      if (!isRootsAlone(copy)) {
        copyTo(binaries.root, place, copy)
        made = true
      }
      const output = trial(binariesIn(copy))
      if (output === undefined) return { binaries: binariesIn(copy) }
      failure = output
      if (made) rmSync(copy, { recursive: true, force: true })
    } catch (error) {
      failure = messageOf(error)
    }
  }
  return { failure }
}

/** In a world-writable folder, another user could have planted programs under our name. */
function isRootsAlone(copy: string): boolean {
  const found = statSync(copy, { throwIfNoEntry: false })
  return found !== undefined && found.uid === 0 && (found.mode & 0o022) === 0
}

function copyTo(source: string, place: string, copy: string): void {
  const unfinished = mkdtempSync(path.join(place, '.driveline-postgres-'))
  try {
    // Relative links stay relative: `verbatimSymlinks`.
    cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true })
    // npm may have run with a strict umask; these must be world-readable.
    chmodSync(unfinished, 0o755)
    for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) chmodSync(path.join(entry.parentPath, entry.name), 0o755)
    }
    renameSync(unfinished, copy)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
