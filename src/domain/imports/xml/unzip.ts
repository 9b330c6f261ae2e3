import { Unzip, UnzipInflate } from 'fflate'
import { isZip } from '../decode-text.ts'
import { inChunks } from '../in-chunks.ts'
import { UnreadableFileError } from '../unreadable-file.ts'

const MAX_UNPACKED_BYTES = 1024 * 2 ** 20
/** Bytes unpacked at once: they may expand a thousandfold. */
const STEP_BYTES = 2 * 1024

/**
 * The bytes of a file, or of the only XML file in a zip archive, as they arrive.
 * @param maxBytes size limit of the unpacked file.
 * @throws UnreadableFileError for archives that are broken, encrypted, too large, or without exactly one XML
 * file.
 */
export async function* unzipped(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_UNPACKED_BYTES,
): AsyncGenerator<Uint8Array> {
  let unzip: ReturnType<typeof openArchive> | null = null
  let first = true
  for await (const chunk of bytes) {
    if (first && chunk.length > 0) {
      first = false
      if (isZip(chunk)) unzip = openArchive(maxBytes)
    }
    if (unzip === null) {
      yield chunk
      continue
    }
    for (let from = 0; from < chunk.length; from += STEP_BYTES)
      for (const unpacked of unzip.push(chunk.subarray(from, from + STEP_BYTES))) yield* inChunks(unpacked)
  }
  if (unzip !== null) for (const unpacked of unzip.end()) yield* inChunks(unpacked)
}

/** Every workbook contains it, next to other XML files. */
const WORKBOOK = '[Content_Types].xml'
/** macOS adds a file in this folder for each file of an archive. */
const MACOS_FOLDER = '__MACOSX/'
const CANNOT_UNPACK =
  'The archive cannot be unpacked. Is it complete? Archives with a password cannot be imported.'

function openArchive(maxBytes: number) {
  const ready: Uint8Array[] = []
  let size = 0
  let xmlFiles = 0
  let ended = false
  const refuse = (message: string): never => {
    throw new UnreadableFileError(1, 'broken_zip', message)
  }
  const unzip = new Unzip((file) => {
    if (file.name === WORKBOOK) refuse('This is a spreadsheet, not an ACES or PIES file, which is XML.')
    if (!file.name.toLowerCase().endsWith('.xml') || file.name.startsWith(MACOS_FOLDER)) return
    xmlFiles += 1
    if (xmlFiles > 1) refuse('The archive has several XML files. Import them one at a time.')
    file.ondata = (error, chunk, final) => {
      // Thrown below.
      if (error instanceof UnreadableFileError) throw error
      if (error) refuse(CANNOT_UNPACK)
      size += chunk.length
      if (size > maxBytes) refuse(`The archive unpacks to more than ${maxBytes / 2 ** 20} MB.`)
      ready.push(chunk)
      ended = final
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  const push = (bytes: Uint8Array, last: boolean) => {
    try {
      unzip.push(bytes, last)
    } catch (error) {
      if (error instanceof UnreadableFileError) throw error
      refuse(CANNOT_UNPACK)
    }
    return ready.splice(0)
  }
  return {
    push: (bytes: Uint8Array) => push(bytes, false),
    end() {
      const rest = push(new Uint8Array(), true)
      if (xmlFiles === 0) refuse('The archive has no XML file.')
      if (!ended) refuse('The archive ends too early. Is it complete?')
      return rest
    },
  }
}
