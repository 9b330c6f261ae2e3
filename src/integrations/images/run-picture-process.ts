import { fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { ImageHostError, ImageRefusedError } from '#domain/products/image-store.ts'
import { EncodeResponse, type EncodeRequest, type EncodedPicture } from './encoded-picture.ts'

const processFile = path.join(import.meta.dirname, 'encode-picture.ts')
const storeFolder = path.resolve(import.meta.dirname, '../../..')

/**
 * Node's permission model: JavaScript in the picture process can read only the store's code (neither the data
 * folder nor the store's environment in /proc), write nothing, and start no process or thread. It may use the
 * network, and native code such as sharp is not restricted (decision 020).
 */
const confined = [
  '--permission',
  '--allow-addons',
  '--disable-warning=PERM0001',
  ...['src', 'node_modules', 'package.json']
    .map((name) => path.join(storeFolder, name))
    // A symlinked folder is read under both names.
    .flatMap((place) => [...new Set([place, realpathSync(place)])])
    .map((place) => `--allow-fs-read=${place}`),
]

/**
 * Limits per picture, in ms. Processor time, so that a valid picture is not refused on a busy machine: a
 * large photo takes one to two seconds of it, only a hostile file comes near. `waitMs` is the timeout.
 */
const LIMITS = { processorMs: 20_000, waitMs: 60_000 }

/**
 * Decodes untrusted bytes and re-encodes the picture in a child process (encode-picture.ts): a decoder's
 * failure ends there, and its memory is freed completely. Callers must open one untrusted picture at a time.
 * @throws ImageRefusedError when the bytes are not a whole PNG, JPEG, WebP or AVIF of at most 24 megapixels,
 * or need too much to open.
 * @throws ImageHostError `timeout` when the machine is overloaded.
 */
export function encodePicture(
  bytes: Uint8Array,
  want: EncodeRequest['want'],
  { processorMs, waitMs } = LIMITS,
): Promise<EncodedPicture> {
  const request: EncodeRequest = { bytes, want, processorMs }
  return new Promise((resolve, reject) => {
    // It inherits no secrets. One arena: decoding and encoding reuse the same memory (glibc).
    const child = fork(processFile, {
      serialization: 'advanced',
      execArgv: confined,
      env: { MALLOC_ARENA_MAX: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const limit = setTimeout(() => {
      reject(new ImageHostError('timeout', tooBusy))
      child.kill('SIGKILL')
    }, waitMs)
    child.on('error', (error) => {
      clearTimeout(limit)
      reject(error)
    })
    child.on('spawn', () => {
      if (child.pid !== undefined) lowerPriority(child.pid)
      child.send(request, (error) => error && child.kill('SIGKILL'))
    })
    let message: unknown
    child.on('message', (response) => {
      message = response
      // Disconnecting ends the process, which waits for it so that no response is lost.
      child.disconnect()
    })
    child.on('exit', (code, signal) => {
      clearTimeout(limit)
      const response = EncodeResponse.safeParse(message)
      if (response.success) {
        if ('refused' in response.data)
          reject(new ImageRefusedError(response.data.refused, response.data.message))
        else resolve(response.data)
      } else if (signal) reject(new ImageRefusedError('unreadable', tooHard))
      else reject(new Error(`The picture process ended without a response (code ${code}).`))
    })
  })
}

const tooHard = 'This picture cannot be read in reasonable time. Save it again as a new file and upload that.'
const tooBusy = 'The store is too busy to open this picture. Try again in a minute.'

/**
 * Lower priority than the store itself: pages stay fast during encoding. A third of its share; at 10 it would
 * be a tenth.
 */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 5)
  } catch {
    // It has already ended; 'exit' reports why.
  }
}
