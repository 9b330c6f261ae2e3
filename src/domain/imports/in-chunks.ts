import { pauseIfDue } from './pause-if-due.ts'

/** Bytes that are read without asking whether other requests of the store go first. */
const PIECE = 16 * 1024

/** The bytes with pauses, in which the store serves others. */
export async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    yield bytes.subarray(from, from + PIECE)
    await pauseIfDue()
  }
}
