// Decodes one picture as the picture process does, and returns by how many bytes its peak memory grew. Linux
// only.
import { readFileSync } from 'node:fs'
import { decodePicture } from '#integrations/images/picture-pixels.ts'
import { plainPng } from '../support/test-pictures.ts'

/** The peak memory of this process; unlike resourceUsage().maxRSS without its parent's at the start. */
function peakBytes(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}

process.once('message', async (bytes: Uint8Array) => {
  // The first picture loads the library itself.
  await decodePicture(plainPng(8, 8))
  const before = peakBytes()
  await decodePicture(bytes)
  process.send?.(peakBytes() - before)
})
