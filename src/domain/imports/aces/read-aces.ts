import { UnreadableFile } from '../unreadable-file.ts'
import { readElements, type XmlElement } from '../xml/read-elements.ts'

/** A value that a file gives by the number of a table of the Auto Care Association, by its text, or both. */
export type AcesValue = { name: string; line: number; id: string; text: string }

/** One application: a part, and a vehicle that it fits. Texts are as the file has them, not checked. */
export type AcesApp = {
  kind: 'app'
  line: number
  action: string
  /** By number, */
  baseVehicle: AcesValue | null
  /** or by make, model and years. */
  make: AcesValue | null
  model: AcesValue | null
  years: { line: number; from: string; to: string } | null
  /** What else the vehicle must be, such as EngineBase, SubModel, DriveType. */
  attributes: AcesValue[]
  /** Texts of Qual and Note. */
  qualifiers: string[]
  notes: string[]
  quantity: { line: number; text: string } | null
  partType: string
  position: AcesValue | null
  part: { line: number; number: string; brand: string } | null
}

/** What an ACES file has: first its header, then its applications, last its footer. */
export type AcesRecord =
  | { kind: 'header'; line: number; version: string; submission: string }
  | AcesApp
  | { kind: 'footer'; line: number; records: string }

const RECORDS: ReadonlySet<string> = new Set(['Header', 'App', 'Footer'])
const VERSION = /^[345]\.\d$/

/** Elements of an application that say nothing about the vehicle. */
const OTHER: ReadonlySet<string> = new Set([
  'MfrLabel',
  'DisplayOrder',
  'AssetName',
  'AssetItemOrder',
  'AssetItemRef',
  'ACESFile',
  'VehicleType',
])

/**
 * The records of an ACES file, 3.0 to 5.x, in their order. What a version does not have is not missed.
 * @throws UnreadableFile for anything but XML of these versions, with the line.
 */
export async function* readAces(text: AsyncIterable<string>): AsyncGenerator<AcesRecord> {
  let version: string | null = null
  let ended = false
  for await (const element of readElements(text, RECORDS)) {
    if (version === null) {
      version = readVersion(element)
      continue
    }
    if (element.name === 'App') yield readApp(element)
    else if (element.name === 'Header')
      yield {
        kind: 'header',
        line: childOf(element, 'SubmissionType')?.line ?? element.line,
        version,
        submission: childOf(element, 'SubmissionType')?.text ?? '',
      }
    else {
      ended = true
      const count = childOf(element, 'RecordCount')
      yield { kind: 'footer', line: count?.line ?? element.line, records: count?.text ?? '' }
    }
  }
  if (!ended)
    throw new UnreadableFile({
      line: 1,
      code: 'missing_footer',
      message:
        'The file has no Footer, with which every ACES file ends. Is it complete? Ask your supplier for the complete file.',
    })
}

function readVersion(root: XmlElement): string {
  if (root.name !== 'ACES')
    throw new UnreadableFile({
      line: root.line,
      code: 'not_aces',
      message: `This is not an ACES file: its first element is ${root.name.slice(0, 40)}. Choose the right file, or the right kind.`,
    })
  const version = root.attributes['version'] ?? ''
  if (!VERSION.test(version))
    throw new UnreadableFile({
      line: root.line,
      code: 'unknown_version',
      field: 'version',
      message: `The file says it is ACES "${version.slice(0, 40)}". Versions 3.0 to 5.0 can be imported.`,
    })
  return version
}

function readApp(element: XmlElement): AcesApp {
  const app: AcesApp = {
    kind: 'app',
    line: element.line,
    action: element.attributes['action'] ?? 'A',
    baseVehicle: null,
    make: null,
    model: null,
    years: null,
    attributes: [],
    qualifiers: [],
    notes: [],
    quantity: null,
    partType: '',
    position: null,
    part: null,
  }
  for (const child of element.children) readChild(app, child)
  return app
}

function readChild(app: AcesApp, child: XmlElement): void {
  const { name, line, text, attributes } = child
  const value: AcesValue = { name, line, id: attributes['id'] ?? '', text }
  switch (name) {
    case 'BaseVehicle':
      app.baseVehicle = value
      break
    case 'Make':
      app.make = value
      break
    case 'Model':
      app.model = value
      break
    case 'Years': {
      const from = attributes['from'] ?? text
      app.years = { line, from, to: attributes['to'] ?? from }
      break
    }
    case 'Qual': {
      const said = childOf(child, 'text')?.text ?? text
      app.qualifiers.push(said || `Qualifier ${value.id}`)
      break
    }
    case 'Note':
      if (text !== '') app.notes.push(text)
      break
    case 'Qty':
      app.quantity = { line, text }
      break
    case 'PartType':
      app.partType = value.id
      break
    case 'Position':
      app.position = value
      break
    case 'Part':
      app.part = { line, number: text, brand: attributes['BrandAAIAID'] ?? '' }
      break
    default:
      if (!OTHER.has(name)) app.attributes.push(value)
  }
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name)
}
