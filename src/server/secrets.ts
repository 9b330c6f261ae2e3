import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '#config/thrown-error.ts'

/**
 * A secret that demo mode generates once and stores in the data folder (readable by the owner only).
 * @returns 43 characters from 256 random bits.
 */
export async function generatedSecret(dataDir: string, name: string): Promise<string> {
  const file = path.join(dataDir, 'secrets', name)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return readFile(file, 'utf8')
}
