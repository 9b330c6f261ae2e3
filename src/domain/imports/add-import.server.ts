import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ImportFilesTable } from '#db/schema/imports.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { type InsertResult, ok, type Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { ImportKind, UploadedPicture } from './imported-file.ts'

export type Upload = {
  kind: ImportKind
  skipUnknown: boolean
  fileName: string
  /** In chunks, in order. */
  file: readonly Uint8Array[]
  /** With an ACES file: its map of base vehicle numbers. */
  map: readonly Uint8Array[] | null
  /** With a file of parts: pictures that were uploaded for them. */
  pictures: readonly UploadedPicture[]
}

/** Stores a file, which is then checked in the background without changing anything. Access: admins. */
export async function addImport(
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  viewer: Viewer,
  { kind, skipUnknown, fileName, file, map, pictures }: Upload,
): Promise<Outcome<InsertResult>> {
  const insertedId = await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('imports')
      .values({
        kind,
        file_name: fileName,
        options: JSON.stringify({ skipUnknown, ...(pictures.length > 0 && { pictures }) }),
        created_by: viewer.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeFile(trx, id, 'file', file)
    if (map) await storeFile(trx, id, 'map', map)
    await jobs.add(trx, 'imports', { id })
    return id
  })
  jobs.wake()
  return ok({ insertedId })
}

/** 16 MB at once would keep other requests waiting. */
const BYTES_PER_STATEMENT = 512 * 1024

/** Stores a file of an import, in a transaction. */
export async function storeFile(
  trx: Database,
  importId: string,
  part: ImportFilesTable['part'],
  chunks: readonly Uint8Array[],
): Promise<void> {
  await sql`create temporary table if not exists import_pieces (part text, number integer, bytes bytea) on commit drop`.execute(
    trx,
  )
  let waiting: Uint8Array[] = []
  let length = 0
  let number = 0
  const send = async () => {
    await sql`insert into import_pieces values (${part}, ${number}, ${Buffer.concat(waiting, length)})`.execute(
      trx,
    )
    waiting = []
    length = 0
    number += 1
  }
  for (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length >= BYTES_PER_STATEMENT) await send()
  }
  await send()
  await sql`
    insert into import_files (import_id, part, bytes)
    select ${importId}, part, string_agg(bytes, '' order by number) from import_pieces where part = ${part} group by part`.execute(
    trx,
  )
}
