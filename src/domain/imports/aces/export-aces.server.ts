import type { Database } from '#db/connection.ts'
import { fitmentsOf } from '../../products/list-fitments.server.ts'
import { xmlElement, xmlText } from '../../shared/xml-text.ts'
import type { Fitment } from '../../vehicles/fitment.ts'
import { engineKeyLabel } from '../../vehicles/vehicle.ts'
import { batches } from '../batches.ts'
import { numberedProducts } from '../export-products.server.ts'
import { pauseIfDue } from '../pause-if-due.ts'
import { IDS_OF_POSITIONS, needsPlainNote, PLAIN_NOTE } from './read-qualifiers.ts'

export const ACES_VERSIONS = ['3.2', '4.2'] as const
type AcesVersion = (typeof ACES_VERSIONS)[number]

/** Replaces ids of tables that the store does not have: the text of the element carries the meaning. */
const NO_ID = '0'

const LINES_PER_CHUNK = 500

/**
 * Exports the vehicles that parts fit as chunks of an ACES file; importing it again changes nothing. Vehicles
 * and their qualifiers are given by name: the store does not have the ids of the Auto Care Association's
 * tables. For admins and the command line.
 * @param file.company the company that the file names.
 * @param file.day its date, as "2026-11-23".
 */
export async function* exportAces(
  db: Database,
  { version, company, day }: { version: AcesVersion; company: string; day: string },
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<ACES version="${version}">\n<Header>${[
    xmlElement('Company', company),
    xmlElement('SenderName', company),
    xmlElement('TransferDate', day),
    xmlElement('DocumentTitle', company),
    xmlElement('EffectiveDate', day),
    xmlElement('SubmissionType', 'FULL'),
  ].join('')}</Header>\n`
  let records = 0
  for await (const products of numberedProducts(db))
    for (const { _id, partNumber } of products) {
      for (const batch of batches(await fitmentsOf(db, _id), LINES_PER_CHUNK)) {
        yield batch.map((line) => application((records += 1), partNumber, line)).join('')
        await pauseIfDue()
      }
    }
  yield `<Footer>${xmlElement('RecordCount', String(records))}</Footer>\n</ACES>\n`
}

function application(id: number, partNumber: string, line: Fitment): string {
  const element = (name: string, text: string | null | undefined) =>
    text ? `<${name} id="${NO_ID}">${xmlText(text)}</${name}>` : ''
  const notes = [
    line.builtFrom && `built from ${line.builtFrom}`,
    line.builtTo && `built to ${line.builtTo}`,
    line.note && (needsPlainNote(line.note) ? PLAIN_NOTE + line.note : line.note),
  ]
  return `<App action="A" id="${id}">${[
    `<Years from="${line.yearFrom}" to="${line.yearTo}"/>`,
    element('Make', line.make),
    element('Model', line.model),
    element('SubModel', line.variant),
    element('BodyType', line.body),
    element('DriveType', line.drive),
    element('EngineBase', engineKeyLabel(line.engine)),
    line.option ? `<Qual id="${NO_ID}">${xmlElement('text', line.option)}</Qual>` : '',
    ...notes.map((note) => (note ? xmlElement('Note', note) : '')),
    line.quantity === null ? '' : xmlElement('Qty', String(line.quantity)),
    `<PartType id="${NO_ID}"/>`,
    line.position === null
      ? ''
      : `<Position id="${IDS_OF_POSITIONS.get(line.position) ?? NO_ID}">${xmlText(line.position)}</Position>`,
    xmlElement('Part', partNumber),
  ].join('')}</App>\n`
}
