import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ImportFilesTable } from '#db/schema/imports.ts'
import { inChunks } from './in-chunks.ts'

const BYTES_PER_READ = 256 * 1024

/** The bytes of an uploaded file, read from the database as they are used. */
export async function* readStoredFile(
  db: Database,
  importId: string,
  part: ImportFilesTable['part'],
): AsyncGenerator<Uint8Array> {
  for (let from = 1; ; from += BYTES_PER_READ) {
    const { rows } = await sql<{ bytes: Buffer }>`
      select substring(bytes from ${from} for ${BYTES_PER_READ}) as bytes from import_files
      where import_id = ${importId} and part = ${part}`.execute(db)
    const bytes = rows[0]?.bytes ?? Buffer.alloc(0)
    yield* inChunks(bytes)
    if (bytes.length < BYTES_PER_READ) return
  }
}
