import { decodeText, firstCharacters, isGzip, isUtf16 } from '../decode-text.ts'
import { UnreadableFileError } from '../unreadable-file.ts'

/** Encodings that a file may declare, by TextDecoder's names. */
const ENCODINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': 'utf-8',
    utf8: 'utf-8',
    'us-ascii': 'utf-8',
    'iso-8859-1': 'windows-1252',
    latin1: 'windows-1252',
    'windows-1252': 'windows-1252',
  }),
)

/**
 * The text of an XML file as it arrives: UTF-8, or ISO-8859-1 if the file declares it.
 * @throws UnreadableFileError for an empty file, another encoding, bytes that do not match the declared
 * encoding, and files that are not XML.
 */
export const decodeXml = (bytes: AsyncIterable<Uint8Array>) =>
  decodeText(bytes, {
    openDecoder,
    nulBytesMessage: 'The file has NUL bytes, so it is not text. Is it another kind of file?',
    wrongEncodingMessage:
      'The file says it is UTF-8, but it is not from this line on. If it is ISO-8859-1, declare it in the first line: encoding="ISO-8859-1".',
  })

function openDecoder(head: Buffer): TextDecoder {
  const refuse = (code: string, message: string) => new UnreadableFileError(1, code, message)
  if (head.length === 0) throw refuse('empty_file', 'The file is empty.')
  if (isGzip(head))
    throw refuse('not_xml', 'This file is compressed (gzip). Unpack it, or pack it into a zip archive.')
  if (isUtf16(head)) throw refuse('wrong_encoding', 'The file is UTF-16. Save it as UTF-8 or ISO-8859-1.')
  const start = firstCharacters(head)
  if (!start.startsWith('<'))
    throw refuse(
      'not_xml',
      'This is not an XML file: it does not begin with "<". Choose the right file, or the right kind.',
    )
  const declared =
    /^<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(start)?.[1] ?? 'UTF-8'
  const encoding = ENCODINGS.get(declared.toLowerCase())
  if (encoding === undefined)
    throw refuse('wrong_encoding', `The file says it is ${declared}. Save it as UTF-8 or ISO-8859-1.`)
  return new TextDecoder(encoding, { fatal: true })
}
