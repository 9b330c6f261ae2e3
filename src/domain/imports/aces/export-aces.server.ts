import type { Database } from '#db/connection.ts'
import { fitmentsOf } from '../../products/list-fitments.server.ts'
import { xmlElement, xmlText } from '../../shared/xml-text.ts'
import type { Fitment } from '../../vehicles/fitment.ts'
import { engineKeyLabel } from '../../vehicles/vehicle.ts'
import { batches } from '../batches.ts'
import { numberedProducts } from '../export-products.server.ts'
import { pauseIfDue } from '../pause-if-due.ts'
import { exportedNote, exportedOption, IDS_OF_POSITIONS } from './read-qualifiers.ts'

export const ACES_VERSIONS = ['3.2', '4.2'] as const
export type AcesVersion = (typeof ACES_VERSIONS)[number]

/** Replaces ids of tables that the store does not have: the text of the element carries the meaning. */
const NO_ID = '0'

const FITMENTS_PER_CHUNK = 500

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
      for (const batch of batches(await fitmentsOf(db, _id), FITMENTS_PER_CHUNK)) {
        yield batch.map((fitment) => application((records += 1), partNumber, fitment)).join('')
        await pauseIfDue()
      }
    }
  yield `<Footer>${xmlElement('RecordCount', String(records))}</Footer>\n</ACES>\n`
}

function application(id: number, partNumber: string, fitment: Fitment): string {
  const element = (name: string, text: string | null | undefined) =>
    text ? `<${name} id="${NO_ID}">${xmlText(text)}</${name}>` : ''
  const notes = [
    fitment.builtFrom && `built from ${fitment.builtFrom}`,
    fitment.builtTo && `built to ${fitment.builtTo}`,
    fitment.note && exportedNote(fitment.note),
  ]
  return `<App action="A" id="${id}">${[
    `<Years from="${fitment.yearFrom}" to="${fitment.yearTo}"/>`,
    element('Make', fitment.make),
    element('Model', fitment.model),
    element('SubModel', fitment.variant),
    element('BodyType', fitment.body),
    element('DriveType', fitment.drive),
    element('EngineBase', engineKeyLabel(fitment.engine)),
    fitment.option ? `<Qual id="${NO_ID}">${xmlElement('text', exportedOption(fitment.option))}</Qual>` : '',
    ...notes.map((note) => (note ? xmlElement('Note', note) : '')),
    fitment.quantity === null ? '' : xmlElement('Qty', String(fitment.quantity)),
    `<PartType id="${NO_ID}"/>`,
    fitment.position === null
      ? ''
      : `<Position id="${IDS_OF_POSITIONS.get(fitment.position) ?? NO_ID}">${xmlText(fitment.position)}</Position>`,
    xmlElement('Part', partNumber),
  ].join('')}</App>\n`
}
