import { exportParts } from '#contract/imports.ts'
import type { ImportKind } from '#domain/imports/imported-file.ts'
import { callUrl, withToken } from '../../api-client/api-client.ts'
import { fetchOrProblem, problemFrom } from '../../api-client/api-problem.ts'

const REVOKE_AFTER_MS = 60_000

/** Saves all parts as a file, by the browser's own download. Throws an ApiProblem whose message can be shown. */
export async function downloadParts(kind: ImportKind): Promise<void> {
  const answer = await withToken((token) =>
    fetchOrProblem(callUrl(exportParts.path, { kind }), { headers: { authorization: `Bearer ${token}` } }),
  )
  if (!answer.ok) throw await problemFrom(answer)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = nameIn(answer.headers.get('content-disposition')) ?? kind
  link.click()
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}

function nameIn(disposition: string | null): string | undefined {
  return disposition?.split('filename="')[1]?.split('"')[0]
}
