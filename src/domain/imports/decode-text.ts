import { countLines, lineBreakOf } from './count-lines.ts'
import { UnreadableFileError } from './unreadable-file.ts'

/** How files of one kind are decoded, and the messages for those that cannot be. */
type TextFileKind = {
  /** The decoder for a file that begins with these bytes. Throws for another kind of file. */
  openDecoder: (head: Buffer) => TextDecoder
  nulBytesMessage: string
  wrongEncodingMessage: string
}

const HEAD_BYTES = 1024

/**
 * The text of a file as it arrives, without its byte order mark.
 * @throws UnreadableFileError for NUL bytes, and for bytes that do not match the encoding, with the line.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  { openDecoder, nulBytesMessage, wrongEncodingMessage }: TextFileKind,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let head = Buffer.alloc(0)
  let lineBreak: '\n' | '\r' | null = null
  let line = 1
  const decode = (chunk: Uint8Array, options?: { stream: true }) => {
    decoder ??= openDecoder(head.subarray(0, HEAD_BYTES))
    if (chunk.includes(0)) throw new UnreadableFileError(line, 'not_text', nulBytesMessage)
    try {
      const text = decoder.decode(chunk, options)
      // Once for the file: a chunk may end inside its only CR LF.
      if (/[\r\n]/.test(text)) lineBreak ??= lineBreakOf(text)
      if (lineBreak !== null) line += countLines(text, lineBreak)
      return text
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw new UnreadableFileError(line + validLines(chunk), 'wrong_encoding', wrongEncodingMessage)
    }
  }
  for await (const chunk of bytes) {
    if (decoder === null) {
      head = Buffer.concat([head, chunk])
      if (head.length >= HEAD_BYTES) yield decode(head, { stream: true })
    } else yield decode(chunk, { stream: true })
  }
  yield decode(decoder === null ? head : new Uint8Array())
}

/** Lines of a chunk that end before its first bytes that are not UTF-8. */
function validLines(chunk: Uint8Array): number {
  // It may begin inside a character of the previous chunk.
  const begin = chunk.findIndex((byte) => (byte & 0xc0) !== 0x80)
  const [valid = ''] = new TextDecoder().decode(chunk.subarray(Math.max(begin, 0))).split('\uFFFD', 1)
  return countLines(valid, lineBreakOf(valid))
}

const beginsWith = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
export const isZip = (head: Uint8Array) => beginsWith(head, 0x50, 0x4b, 3, 4)
export const isGzip = (head: Uint8Array) => beginsWith(head, 0x1f, 0x8b)
export const isUtf16 = (head: Uint8Array) => beginsWith(head, 0xff, 0xfe) || beginsWith(head, 0xfe, 0xff)

/** The first characters of a file, without byte order mark and white space. */
export function firstCharacters(head: Buffer): string {
  return head.toString('latin1').replace('ï»¿', '').trimStart()
}
