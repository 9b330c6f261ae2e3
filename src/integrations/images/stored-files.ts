import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '#config/thrown-error.ts'
import { PictureFolderError } from '#domain/products/image-store.ts'

/**
 * Files of one folder or bucket. Names are generated, never user input, and change with the content. Calls
 * throw PictureFolderError on errors of the disk, ImageHostError on those of a bucket.
 */
export type StoredFiles = {
  has(name: string): Promise<boolean>
  /**
   * Writes a file atomically and durably. An existing one stays on the disk, and is replaced in a bucket.
   * @returns whether it was written: in a bucket always.
   */
  add(name: string, bytes: Uint8Array): Promise<boolean>
  /** The bytes; null if there is no such file. */
  read(name: string): Promise<Buffer<ArrayBuffer> | null>
  /** Deletes files; a missing one is no error. On the disk, never throws. */
  remove(names: readonly string[]): Promise<void>
  /** Makes the names of new files durable: fsync of the folder; in a bucket they are. */
  sync(): Promise<void>
}

/** Files that are only read. */
export type EncodedFiles = Pick<StoredFiles, 'read'>

/** Opens the folder `dir`, which is created with the first file. */
export function storedFiles(dir: string): StoredFiles {
  const at = (name: string) => path.join(dir, name)
  const has = async (name: string) => (await orNull(stat(at(name)))) !== null
  return {
    has: (name) => onDisk(() => has(name)),
    add: (name, bytes) =>
      onDisk(async () => {
        if (await has(name)) return false
        await mkdir(dir, { recursive: true })
        // The leading dot makes unfinished files unreachable by any served name.
        const unfinished = at(`.${randomUUID()}`)
        try {
          await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o644, flush: true })
          await rename(unfinished, at(name))
          return true
        } catch (error) {
          await rm(unfinished, { force: true })
          throw error
        }
      }),
    read: (name) => onDisk(() => orNull(readFile(at(name)))),
    async remove(names) {
      await Promise.allSettled(names.map((name) => rm(at(name), { force: true })))
    },
    sync: () =>
      onDisk(async () => {
        await using folder = await open(dir, 'r')
        await folder.sync()
      }),
  }
}

/** Codes for no room: on the disk, in a quota, or above the maximum file size. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** @throws PictureFolderError for any error of the operating system. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    throw new PictureFolderError(NO_ROOM.includes(error.code) ? 'full' : 'unusable', { cause: error })
  }
}

/** Null if there is no such file; rethrows any other error. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
