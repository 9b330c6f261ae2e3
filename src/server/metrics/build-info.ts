import { readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../../..')

/** The version of package.json, and the commit when it is known. */
export function readBuildInfo(commit: string | undefined): { version: string; commit: string } {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return { version: manifest.version, commit: commit ?? checkedOutCommit() ?? 'unknown' }
}

/** The commit of a clone, read without running git; undefined when it is unknown. */
function checkedOutCommit(): string | undefined {
  try {
    const git = path.join(ROOT, '.git')
    const head = readFileSync(path.join(git, 'HEAD'), 'utf8').trim()
    const ref = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
    const commit = ref === undefined ? head : readFileSync(path.join(git, ref), 'utf8').trim()
    return /^[\da-f]{40,64}$/.test(commit) ? commit : undefined
  } catch {
    // No clone, or the ref is packed.
    return undefined
  }
}
