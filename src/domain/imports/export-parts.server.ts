import type { Database } from '#db/connection.ts'
import { exportAces } from './aces/export-aces.server.ts'
import { exportProducts } from './export-products.server.ts'
import type { ImportKind } from './imported-file.ts'
import { exportPies } from './pies/export-pies.server.ts'

/** A file of the store's parts: its name, media type, and text in chunks. */
export type ExportedFile = { name: string; type: string; chunks: AsyncIterable<string> }

/**
 * All parts with a part number as a file; importing it again changes nothing. Made in batches, so that memory
 * use does not grow with the catalog. Access: admins.
 * @param company the company that the file names.
 * @param day today, in the store's time zone.
 */
export function exportParts(
  db: Database,
  kind: ImportKind,
  { company, day }: { company: string; day: string },
): ExportedFile {
  const xml = 'application/xml; charset=utf-8'
  switch (kind) {
    case 'products':
      return { name: `parts-${day}.csv`, type: 'text/csv; charset=utf-8', chunks: exportProducts(db) }
    case 'pies':
      return { name: `pies-${day}.xml`, type: xml, chunks: exportPies(db, { company, day }) }
    case 'aces':
      return {
        name: `aces-${day}.xml`,
        type: xml,
        chunks: exportAces(db, { version: '4.2', company, day }),
      }
  }
}
