import { readFileSync } from 'node:fs'
import { codeOf } from './thrown-error.ts'

/**
 * The settings of an environment after the `<NAME>_FILE`s were read, and the problems of those files by the
 * name of the secret.
 */
type WithFiles = { settings: Record<string, string>; problems: Map<string, string> }

/** Maximum size of a secret file, in bytes. */
const MAX_BYTES = 65_536

/**
 * Whether a setting is a secret, by its name: it is never printed, and may be given as a file. A new setting
 * with a matching name is a secret without being listed anywhere. URLs of databases and mail servers contain
 * a password.
 */
export function isSecret(name: string): boolean {
  return /SECRET|PASSWORD|(?:_KEY|_TOKEN|_HEADERS)$|^(?:DATABASE|SMTP)_(?:\w+_)?URL$/.test(name)
}

/**
 * Reads the files named by `<secret>_FILE`, as containers and systemd pass secrets; a line break at the end
 * is not part of one. Problems state the setting and the file, never its content.
 * @param names every setting.
 */
export function readSecretFiles(settings: Record<string, string>, names: readonly string[]): WithFiles {
  const read = { ...settings }
  const problems = new Map<string, string>()
  for (const name of names.filter(isSecret)) {
    const path = settings[`${name}_FILE`]
    if (path === undefined) continue
    delete read[`${name}_FILE`]
    if (settings[name] !== undefined) {
      problems.set(name, `${name} and ${name}_FILE are both set: remove one of them`)
      continue
    }
    const found = readSecret(path)
    if ('secret' in found) read[name] = found.secret
    else problems.set(name, `${name}_FILE: ${path} ${found.problem}`)
  }
  return { settings: read, problems }
}

function readSecret(path: string): { secret: string } | { problem: string } {
  let bytes
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const code = codeOf(error) || 'unknown'
    return { problem: UNREADABLE.get(code) ?? `cannot be read (${code})` }
  }
  if (bytes.length > MAX_BYTES) return { problem: 'is too large for a secret' }
  const secret = bytes.toString('utf8').replace(/\r?\n$/, '')
  return secret.trim() === '' ? { problem: 'is empty: write the secret into it' } : { secret }
}

const UNREADABLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOENT: 'does not exist: write the secret into it, or correct the path',
    EACCES: 'cannot be read by this user: give read access to the user who starts the store',
    EPERM: 'cannot be read by this user: give read access to the user who starts the store',
    EISDIR: 'is a folder: give the path of the file in it',
    ENOTDIR: 'does not exist: correct the path',
  }),
)
