import { UnreadableFileError } from '../unreadable-file.ts'
import { childOf, readCatalog, type XmlElement } from '../xml/read-elements.ts'

/** A value that a file gives by its id in a table of the Auto Care Association, by its text, or both. */
export type AcesValue = { name: string; line: number; id: string; text: string }

/** One application: a part, and a vehicle that it fits. Texts are unchecked. */
export type AcesApp = {
  kind: 'app'
  line: number
  action: string
  /** The vehicle by its number; otherwise it is given by make, model and years. */
  baseVehicle: AcesValue | null
  make: AcesValue | null
  model: AcesValue | null
  years: { line: number; from: string; to: string } | null
  /** Other attributes of the vehicle, such as EngineBase, SubModel, DriveType. */
  attributes: AcesValue[]
  /** The texts of Qual elements. */
  qualifiers: string[]
  /** The texts of Note elements. */
  notes: string[]
  quantity: AcesValue | null
  partType: string
  position: AcesValue | null
  part: { line: number; number: string } | null
}

/** The records of an ACES file: first its header, then its applications, last its footer. */
export type AcesRecord =
  | { kind: 'header'; line: number; submission: string; supplier: string }
  | AcesApp
  | { kind: 'footer'; line: number; records: string }

/** Of a supplier's name, in characters. */
const MAX_SUPPLIER_LENGTH = 100

const VERSION = /^[345]\.\d$/

/** Elements of an application that have their own field, or do not describe the vehicle. */
const NON_ATTRIBUTE_ELEMENTS: ReadonlySet<string> = new Set([
  'BaseVehicle',
  'Make',
  'Model',
  'Years',
  'Qual',
  'Note',
  'Qty',
  'PartType',
  'Position',
  'Part',
  'MfrLabel',
  'DisplayOrder',
  'AssetName',
  'AssetItemOrder',
  'AssetItemRef',
  'ACESFile',
  'VehicleType',
])

/**
 * The records of an ACES file, 3.0 to 5.x, in order. Elements that a version does not have are optional.
 * @throws UnreadableFileError for anything but XML of these versions, with the line.
 */
export async function* readAces(text: AsyncIterable<string>): AsyncGenerator<AcesRecord> {
  const records = ['Header', 'App', 'Footer']
  for await (const element of readCatalog(text, { root: 'ACES', records, last: 'Footer' }))
    switch (element.name) {
      case 'ACES':
        checkVersion(element)
        break
      case 'Header': {
        const type = childOf(element, 'SubmissionType')
        const supplier = childOf(element, 'Company')?.text || childOf(element, 'SenderName')?.text || ''
        yield {
          kind: 'header',
          line: type?.line ?? element.line,
          submission: type?.text ?? '',
          supplier: supplier.slice(0, MAX_SUPPLIER_LENGTH),
        }
        break
      }
      case 'App':
        yield readApp(element)
        break
      case 'Footer': {
        const count = childOf(element, 'RecordCount')
        yield { kind: 'footer', line: count?.line ?? element.line, records: count?.text ?? '' }
      }
    }
}

function checkVersion({ line, attributes }: XmlElement): void {
  const version = attributes['version'] ?? ''
  if (VERSION.test(version)) return
  const message = `The file says it is ACES "${version.slice(0, 40)}". Versions 3.0 to 5.0 can be imported.`
  throw new UnreadableFileError(line, 'unknown_version', message, 'version')
}

function readApp(app: XmlElement): AcesApp {
  const last = (name: string) => app.children.findLast((child) => child.name === name)
  const value = (name: string) => {
    const child = last(name)
    return child ? valueOf(child) : null
  }
  const all = (name: string) => app.children.filter((child) => child.name === name)
  const [years, part] = [last('Years'), last('Part')]
  const from = years?.attributes['from'] ?? years?.text ?? ''
  return {
    kind: 'app',
    line: app.line,
    action: app.attributes['action'] ?? 'A',
    baseVehicle: value('BaseVehicle'),
    make: value('Make'),
    model: value('Model'),
    years: years ? { line: years.line, from, to: years.attributes['to'] ?? from } : null,
    attributes: app.children.filter(({ name }) => !NON_ATTRIBUTE_ELEMENTS.has(name)).map(valueOf),
    qualifiers: all('Qual').map(qualifierText),
    notes: all('Note').flatMap(({ text }) => text || []),
    quantity: value('Qty'),
    partType: value('PartType')?.id ?? '',
    position: value('Position'),
    part: part ? { line: part.line, number: part.text } : null,
  }
}

/** Whether the text has the value, and not only as a part of another number: "50" does not state 5. */
function states(text: string, value: string): boolean {
  const [before, ...others] = text.split(value)
  return others.some((after, at) => {
    const left = at === 0 ? before : others[at - 1]
    return !/[\d.]$/.test(left ?? '') && !/^\d/.test(after)
  })
}

/** The text of a qualifier, with the parameters that it does not state: "Qualifier 12 (06/16/2012)". */
function qualifierText(qualifier: XmlElement): string {
  const text =
    childOf(qualifier, 'text')?.text || qualifier.text || `Qualifier ${qualifier.attributes['id'] ?? ''}`
  const values = qualifier.children
    .filter(({ name }) => name === 'param')
    .map(({ attributes: { value = '', uom = '' } }) => ({ value, shown: `${value} ${uom}`.trim() }))
    .filter(({ value }) => value !== '' && !states(text, value))
  return values.length === 0 ? text : `${text} (${values.map(({ shown }) => shown).join(', ')})`
}

const valueOf = ({ name, line, text, attributes }: XmlElement): AcesValue => ({
  name,
  line,
  id: attributes['id'] ?? '',
  text,
})
