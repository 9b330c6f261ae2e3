import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Files of one folder that are written once and never changed. Names are made by us, never by a caller of the store. */
export type KeptFiles = {
  has(name: string): Promise<boolean>
  /** Writes a file whole or not at all, also when the power fails; a file that is there already stays. */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes; null when there is no such file. */
  read(name: string): Promise<Buffer<ArrayBuffer> | null>
  /** Makes names added so far survive a power failure. */
  settle(): Promise<void>
}

/** Opens the folder `dir`, which is made when the first file comes. */
export function keptFiles(dir: string): KeptFiles {
  const at = (name: string) => path.join(dir, name)
  const has = async (name: string) => (await orNull(stat(at(name)))) !== null
  return {
    has,
    async add(name, bytes) {
      if (await has(name)) return
      await mkdir(dir, { recursive: true })
      // The leading dot keeps unfinished files out of reach of every name that is served.
      const unfinished = at(`.${randomUUID()}`)
      try {
        const file = await open(unfinished, 'wx', 0o644)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, at(name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(name) {
      const file = await orNull(open(at(name), 'r'))
      if (!file) return null
      try {
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    async settle() {
      const folder = await open(dir, 'r')
      try {
        await folder.sync()
      } finally {
        await folder.close()
      }
    },
  }
}

/** Null for "there is no such file"; every other failure is passed on. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
