import type { Database } from '#db/connection.ts'
import { dayOf, shopTimeZone } from '../shared/shop-days.ts'
import { type AcesVersion, exportAces } from './aces/export-aces.server.ts'
import { exportProducts } from './export-products.server.ts'
import type { ImportKind } from './imported-file.ts'
import { exportPies } from './pies/export-pies.server.ts'

/** A file of the store's parts: its name, media type, and text in chunks. */
export type ExportedFile = { name: string; type: string; chunks: AsyncIterable<string> }

/** The version of ACES files, unless another one is asked for. */
const ACES_VERSION: AcesVersion = '4.2'

/**
 * All parts with a part number as a file; importing it again changes nothing. Made in batches, so that memory
 * use does not grow with the catalog. For admins and the command line.
 * @param store the company that the file names, and the time zone of its day.
 */
export function exportParts(
  db: Database,
  kind: ImportKind,
  store: { name: string; timeZone?: string | undefined },
  acesVersion = ACES_VERSION,
): ExportedFile {
  const xml = 'application/xml; charset=utf-8'
  const day = dayOf(new Date(), shopTimeZone(store))
  const facts = { company: store.name, day }
  switch (kind) {
    case 'products':
      return { name: `parts-${day}.csv`, type: 'text/csv; charset=utf-8', chunks: exportProducts(db) }
    case 'pies':
      return { name: `pies-${day}.xml`, type: xml, chunks: exportPies(db, facts) }
    case 'aces':
      return {
        name: `aces-${day}.xml`,
        type: xml,
        chunks: exportAces(db, { version: acesVersion, ...facts }),
      }
  }
}
