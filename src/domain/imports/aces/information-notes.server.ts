import type { Database } from '#db/connection.ts'
import { type InformationNotes, noteKey } from './collect-notes.ts'

/** The notes that admins decided to be information. */
export async function readInformationNotes(db: Database): Promise<InformationNotes> {
  const rows = await db.selectFrom('information_notes').select(['supplier', 'note']).execute()
  return new Map(
    [...Map.groupBy(rows, ({ supplier }) => supplier)].map(([supplier, notes]) => [
      supplier,
      new Set(notes.map(({ note }) => note)),
    ]),
  )
}

/** Stores for a supplier which notes only inform, and which are conditions again. */
export async function decideNotes(
  trx: Database,
  actorId: string,
  supplier: string,
  notes: readonly { note: string; isInformation: boolean }[],
): Promise<void> {
  const decisions = new Map(notes.map(({ note, isInformation }) => [noteKey(note), isInformation]))
  const [only, again] = [true, false].map((wanted) =>
    [...decisions].flatMap(([note, isInformation]) => (isInformation === wanted ? [note] : [])),
  )
  const key = noteKey(supplier)
  if (only?.length)
    await trx
      .insertInto('information_notes')
      .values(only.map((note) => ({ supplier: key, note, decided_by: actorId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (again?.length)
    await trx.deleteFrom('information_notes').where('supplier', '=', key).where('note', 'in', again).execute()
}
