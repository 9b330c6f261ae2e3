import { SaxesParser } from 'saxes'
import { UnreadableFile } from '../unreadable-file.ts'

/** An element of a file with what is in it. `text` is its own, without the white space around; `line` is where it begins. */
export type XmlElement = {
  name: string
  line: number
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlElement[]
}

/** How deep elements nest, and how many a record has. Larger ones are no catalog. */
const MAX_DEPTH = 20
const MAX_ELEMENTS = 5_000
/** Characters without a tag: more are collected in memory before anything could be said about them. */
const MAX_TEXT = 1_000_000

/**
 * The records of an XML file as they end: the elements with these names, wherever they are, and first the root itself, still without
 * children. Holds one record at a time. Namespaces' prefixes are left out of names.
 * @throws UnreadableFile for broken or incomplete XML, document types (and so entities), and oversized records, with the line.
 */
export async function* readElements(
  text: AsyncIterable<string>,
  records: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const ready: XmlElement[] = []
  /** The open elements of the record, the record first. */
  const open: XmlElement[] = []
  let depth = 0
  let elements = 0
  let sinceTag = 0
  const parser = new SaxesParser({ position: true, xmlns: false })
  const refuse = (code: string, message: string) => {
    throw new UnreadableFile({ line: parser.line, code, message })
  }
  let startLine = 1
  parser.on('error', ({ message }) =>
    refuse('broken_xml', `The XML is broken here: ${plainMessage(message)}. Is the file complete?`),
  )
  parser.on('doctype', () =>
    refuse('document_type', 'The file has a document type (DTD). Remove it: catalogs need none.'),
  )
  parser.on('opentagstart', () => (startLine = parser.line))
  parser.on('opentag', ({ name: prefixed, attributes }) => {
    const name = prefixed.slice(prefixed.indexOf(':') + 1)
    depth += 1
    if (depth > MAX_DEPTH) refuse('too_deep', `Elements are nested more than ${MAX_DEPTH} deep.`)
    const element: XmlElement = { name, line: startLine, attributes, text: '', children: [] }
    if (depth === 1) ready.push({ ...element })
    else if (open.length > 0) {
      elements += 1
      if (elements > MAX_ELEMENTS) refuse('too_large', `One record has more than ${MAX_ELEMENTS} elements.`)
      open.at(-1)?.children.push(element)
      open.push(element)
    } else if (records.has(name)) {
      elements = 0
      open.push(element)
    }
  })
  const addText = (some: string) => {
    const element = open.at(-1)
    if (element) element.text += some
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth -= 1
    const element = open.pop()
    if (!element) return
    element.text = element.text.trim()
    if (open.length === 0) ready.push(element)
  })

  for await (const chunk of text) {
    const tag = chunk.lastIndexOf('<')
    sinceTag = tag === -1 ? sinceTag + chunk.length : chunk.length - tag
    if (sinceTag > MAX_TEXT) refuse('too_large', `There is no tag in more than ${MAX_TEXT} characters.`)
    parser.write(chunk)
    yield* ready.splice(0)
  }
  parser.close()
  yield* ready.splice(0)
}

/** The parser's message without the position in front: "3:14: unclosed tag". */
function plainMessage(message: string): string {
  return message.replace(/^[\d:]{1,20}: /, '').replace(/\.$/, '')
}
