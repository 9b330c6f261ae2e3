import { addImport } from '#contract/imports.ts'
import { withToken } from '../../api-client/api-client.ts'
import { ApiProblem, fetchOrProblem, problemFrom } from '../../api-problem.ts'

/**
 * Uploads a form with a file to import, and returns the id of its import.
 * @throws an ApiProblem whose message can be shown.
 */
export async function uploadFile(form: FormData): Promise<string> {
  const response = await withToken((token) =>
    fetchOrProblem(addImport.path, {
      method: addImport.method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      body: form,
    }),
  ).catch((error: unknown) => {
    // A file that changed on disk after it was chosen can no longer be read.
    if (error instanceof ApiProblem) throw error
    throw new ApiProblem('The file could not be read. Choose it again.', { status: 0, code: 'unreadable' })
  })
  if (!response.ok) throw await problemFrom(response)
  return addImport.response.parse(await response.json()).insertedId
}
