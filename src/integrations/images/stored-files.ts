import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { PictureFolderProblem } from '#domain/products/image-store.ts'

/**
 * Files of one folder that are written once and never changed. Names are made by us, never by a caller of the store.
 * Every call throws PictureFolderProblem when the disk does not do its work.
 */
export type StoredFiles = {
  has(name: string): Promise<boolean>
  /**
   * Writes a file whole or not at all, also when the power fails; a file that is there already stays.
   * @returns whether it was written now.
   */
  add(name: string, bytes: Uint8Array): Promise<boolean>
  /** The bytes; null when there is no such file. */
  read(name: string): Promise<Buffer<ArrayBuffer> | null>
  /** Takes files away again. Never throws. */
  remove(names: readonly string[]): Promise<void>
  /** Makes names added so far survive a power failure. */
  settle(): Promise<void>
}

/** Opens the folder `dir`, which is made when the first file comes. */
export function storedFiles(dir: string): StoredFiles {
  const at = (name: string) => path.join(dir, name)
  const has = async (name: string) => (await orNull(stat(at(name)))) !== null
  return {
    has: (name) => onDisk(() => has(name)),
    add: (name, bytes) =>
      onDisk(async () => {
        if (await has(name)) return false
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
          return true
        } catch (error) {
          await rm(unfinished, { force: true })
          throw error
        }
      }),
    read: (name) =>
      onDisk(async () => {
        const file = await orNull(open(at(name), 'r'))
        if (!file) return null
        try {
          return await file.readFile()
        } finally {
          await file.close()
        }
      }),
    async remove(names) {
      await Promise.allSettled(names.map((name) => rm(at(name), { force: true })))
    },
    settle: () =>
      onDisk(async () => {
        const folder = await open(dir, 'r')
        try {
          await folder.sync()
        } finally {
          await folder.close()
        }
      }),
  }
}

/** No room: of the disk, of a quota, of a limit on the size of files. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** @throws PictureFolderProblem for whatever the operating system refuses. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    throw new PictureFolderProblem(NO_ROOM.includes(error.code) ? 'full' : 'unusable', { cause: error })
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
