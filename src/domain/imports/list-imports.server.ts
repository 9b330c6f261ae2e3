import type { PageQuery } from '../shared/lists.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import type { Shop } from '../shop.ts'
import { selectImports, toImport } from './import-queries.server.ts'
import type { ImportSummary } from './imported-file.ts'

/** Imports, newest first. Access: admins. `after`: the _id of the last one returned. */
export async function listImports({ db }: Pick<Shop, 'db'>, page: PageQuery): Promise<ImportSummary[]> {
  const rows = await newestFirst(selectImports(db), 'imports', 'created_at', page).execute()
  return rows.map(toImport)
}
