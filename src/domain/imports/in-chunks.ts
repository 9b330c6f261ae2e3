import { pauseIfDue } from './pause-if-due.ts'

/** Bytes between checks whether other requests are waiting. */
const CHUNK_BYTES = 16 * 1024

/** The bytes in chunks, pausing in between to serve other requests. */
export async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES)
    await pauseIfDue()
  }
}
