import { SaxesParser } from 'saxes'
import { formatCount } from '../../shared/format-count.ts'
import { UnreadableFileError } from '../unreadable-file.ts'

/**
 * An element of a file with its content. `text` is its own, without surrounding white space; `line` is where
 * it begins.
 */
export type XmlElement = {
  name: string
  line: number
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlElement[]
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name)
}

/** Levels of nested elements. A catalog needs fewer. */
const MAX_DEPTH = 20
/** Elements of a record. A catalog needs fewer. */
const MAX_ELEMENTS = 5_000
/** Of a record, and of a tag, text, comment or CDATA section, which is in memory before it can be checked. */
const MAX_CHARACTERS = 1_000_000

/**
 * The root of a catalog, still without children, then its records as they end: the elements with these names,
 * wherever they are. Names come without namespace prefixes. Holds one record at a time.
 * @param format.last the record that every complete file ends with.
 * @throws UnreadableFileError with the line: not_aces or not_pies for another root, missing_footer or
 * missing_trailer for an incomplete file; also for broken XML, document types (and so entities), and
 * oversized records.
 */
export async function* readCatalog(
  text: AsyncIterable<string>,
  { root, records, last }: { root: 'ACES' | 'PIES'; records: readonly string[]; last: 'Footer' | 'Trailer' },
): AsyncGenerator<XmlElement> {
  let isRootRead = false
  let isComplete = false
  for await (const element of readElements(text, new Set(records))) {
    if (!isRootRead && element.name !== root) {
      const kind = root === 'ACES' ? 'an ACES file' : 'a PIES file'
      const message = `This is not ${kind}: its first element is ${element.name.slice(0, 40)}. Choose the right file, or the right kind.`
      throw new UnreadableFileError(element.line, `not_${root.toLowerCase()}`, message)
    }
    isRootRead = true
    isComplete ||= element.name === last
    yield element
  }
  if (isComplete) return
  const message = `The file has no ${last}, which every ${root} file ends with. Is it complete? Ask your supplier for the complete file.`
  throw new UnreadableFileError(1, `missing_${last.toLowerCase()}`, message)
}

async function* readElements(
  text: AsyncIterable<string>,
  records: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const ready: XmlElement[] = []
  /** The open elements of the record, the record first. */
  const open: XmlElement[] = []
  let depth = 0
  let elements = 0
  let characters = 0
  /** The end of the last tag, text or comment. A "<" alone does not end one: CDATA may contain many. */
  let endPosition = 0
  const parser = new SaxesParser({ position: true, xmlns: false })
  const refuse = (code: string, message: string) => {
    throw new UnreadableFileError(parser.line, code, message)
  }
  let startLine = 1
  parser.on('error', ({ message }) =>
    refuse(
      'broken_xml',
      `The XML is broken at column ${parser.column}: ${plainMessage(message)}. Is the file complete?`,
    ),
  )
  parser.on('doctype', () =>
    refuse('document_type', 'The file has a document type (DTD). Remove it: catalogs do not need one.'),
  )
  parser.on('opentagstart', () => (startLine = parser.line))
  const addCharacters = (more: number) => {
    characters += more
    if (characters > MAX_CHARACTERS)
      refuse(
        'too_large',
        `One record has more than ${formatCount(MAX_CHARACTERS)} characters. Is an end tag missing?`,
      )
  }
  const markEnd = () => (endPosition = parser.position)
  parser.on('comment', markEnd)
  parser.on('processinginstruction', markEnd)
  parser.on('opentag', ({ name: prefixed, attributes }) => {
    markEnd()
    const name = prefixed.slice(prefixed.indexOf(':') + 1)
    depth += 1
    if (depth > MAX_DEPTH)
      refuse(
        'too_deep',
        `Elements are nested more than ${MAX_DEPTH} levels deep, which no catalog needs. Is an end tag missing?`,
      )
    const element: XmlElement = { name, line: startLine, attributes, text: '', children: [] }
    if (depth === 1) ready.push({ ...element })
    else if (open.length > 0) {
      elements += 1
      if (elements > MAX_ELEMENTS)
        refuse(
          'too_large',
          `One record has more than ${formatCount(MAX_ELEMENTS)} elements. Is an end tag missing?`,
        )
      addCharacters(lengthOf(attributes))
      open.at(-1)?.children.push(element)
      open.push(element)
    } else if (records.has(name)) {
      elements = 0
      characters = 0
      addCharacters(lengthOf(attributes))
      open.push(element)
    }
  })
  const addText = (text: string) => {
    markEnd()
    const element = open.at(-1)
    if (!element) return
    addCharacters(text.length)
    element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    markEnd()
    depth -= 1
    const element = open.pop()
    if (!element) return
    element.text = element.text.trim()
    if (open.length === 0) ready.push(element)
  })

  for await (const chunk of text) {
    parser.write(chunk)
    if (parser.position - endPosition > MAX_CHARACTERS)
      refuse(
        'too_large',
        `A tag or text does not end within ${formatCount(MAX_CHARACTERS)} characters. Is the file complete?`,
      )
    yield* ready.splice(0)
  }
  parser.close()
  yield* ready.splice(0)
}

function lengthOf(attributes: Readonly<Record<string, string>>): number {
  return Object.entries(attributes).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

/** The parser's message without the position in front of it: "3:14: unclosed tag". */
function plainMessage(message: string): string {
  return message.replace(/^[\d:]{1,20}: /, '').replace(/\.$/, '')
}
