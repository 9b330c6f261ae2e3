import { countLines, utf8Lines } from '../count-lines.ts'
import { UnreadableFileError } from '../unreadable-file.ts'

/** Encodings that a file may declare, by TextDecoder's names. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}
/** The XML declaration ends within these bytes. */
const HEAD_BYTES = 1024

/**
 * The text of an XML file as it arrives: UTF-8, or ISO-8859-1 if the file declares it.
 * @throws UnreadableFileError for an empty file, another encoding, bytes that do not match the declared
 * encoding, and files that are not XML.
 */
export async function* decodeXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let head = Buffer.alloc(0)
  let line = 1
  const decode = (chunk: Uint8Array, last: boolean) => {
    if (chunk.includes(0))
      throw broken(line, 'not_text', 'The file has NUL bytes, so it is not text. Is it another kind of file?')
    try {
      const text = decoder?.decode(chunk, { stream: !last }) ?? ''
      line += countLines(text)
      return text
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw broken(
        line + utf8Lines(chunk),
        'wrong_encoding',
        'The file says it is UTF-8, but it is not from this line on. If it is ISO-8859-1, declare it in the first line: encoding="ISO-8859-1".',
      )
    }
  }
  for await (const chunk of bytes) {
    if (decoder !== null) {
      yield decode(chunk, false)
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < HEAD_BYTES) continue
    decoder = openDecoder(head)
    yield decode(head, false)
  }
  if (decoder === null) {
    decoder = openDecoder(head)
    yield decode(head, true)
  } else yield decode(new Uint8Array(), true)
}

function openDecoder(head: Buffer): TextDecoder {
  if (head.length === 0) throw broken(1, 'empty_file', 'The file is empty.')
  if (head[0] === 0x1f && head[1] === 0x8b)
    throw broken(1, 'not_xml', 'This file is compressed (gzip). Unpack it, or pack it into a zip archive.')
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw broken(1, 'wrong_encoding', 'The file is UTF-16. Save it as UTF-8 or ISO-8859-1.')
  const start = head.toString('latin1', 0, HEAD_BYTES).replace('ï»¿', '').trimStart()
  if (!start.startsWith('<'))
    throw broken(
      1,
      'not_xml',
      'This is not an XML file: it does not begin with "<". Choose the right file, or the right kind.',
    )
  const declared =
    /^<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(start)?.[1] ?? 'UTF-8'
  const encoding = ENCODINGS[declared.toLowerCase()]
  if (encoding === undefined)
    throw broken(1, 'wrong_encoding', `The file says it is ${declared}. Save it as UTF-8 or ISO-8859-1.`)
  return new TextDecoder(encoding, { fatal: true })
}

function broken(line: number, code: string, message: string): UnreadableFileError {
  return new UnreadableFileError({ line, code, message })
}
