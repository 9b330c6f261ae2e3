// Decodes one picture as the picture process does, and answers how many bytes the most it held grew by. Linux only.
import { readFileSync } from 'node:fs'
import { plainPng } from '../support/test-pictures.ts'
import { decodePicture } from '#integrations/images/picture-pixels.ts'

/** The most that this process ever held; unlike resourceUsage().maxRSS without what its parent held when it was started. */
function peakBytes(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}

process.once('message', async (bytes: Uint8Array) => {
  // What the library itself takes is there after a first picture.
  await decodePicture(plainPng(8, 8))
  const before = peakBytes()
  await decodePicture(bytes)
  process.send?.(peakBytes() - before)
})
