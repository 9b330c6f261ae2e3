import { withToken } from '../../api-client/api-client.ts'
import { fetchOrProblem, problemFrom } from '../../api-problem.ts'
import { downloadFile } from './csv.ts'

/**
 * Saves the response of a call as a file, by the browser's own download.
 * @throws an ApiProblem whose message can be shown.
 */
export async function saveFile(url: string): Promise<void> {
  const response = await withToken((token) =>
    fetchOrProblem(url, { headers: { authorization: `Bearer ${token}` } }),
  )
  if (!response.ok) throw await problemFrom(response)
  downloadFile(await response.blob(), nameIn(response.headers.get('content-disposition')) ?? 'file')
}

function nameIn(disposition: string | null): string | undefined {
  return disposition?.split('filename="')[1]?.split('"')[0]
}
