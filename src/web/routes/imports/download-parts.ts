import { downloadRefusedLines, exportParts } from '#contract/imports.ts'
import type { ImportKind } from '#domain/imports/imported-file.ts'
import { callUrl, withToken } from '../../api-client/api-client.ts'
import { fetchOrProblem, problemFrom } from '../../api-problem.ts'
import { downloadFile } from '../../components/admin-list/csv.ts'

/** Saves all parts as a file. */
export const downloadParts = (kind: ImportKind) => download(callUrl(exportParts.path, { kind }))

/** Saves the refused lines of a file, with the reasons. */
export const downloadLines = (id: string) => download(callUrl(downloadRefusedLines.path, { id }))

/**
 * Saves the response of a call as a file, by the browser's own download.
 * @throws an ApiProblem whose message can be shown.
 */
async function download(url: string): Promise<void> {
  const response = await withToken((token) =>
    fetchOrProblem(url, { headers: { authorization: `Bearer ${token}` } }),
  )
  if (!response.ok) throw await problemFrom(response)
  downloadFile(await response.blob(), nameIn(response.headers.get('content-disposition')) ?? 'parts')
}

function nameIn(disposition: string | null): string | undefined {
  return disposition?.split('filename="')[1]?.split('"')[0]
}
