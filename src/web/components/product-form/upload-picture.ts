import { uploadImage } from '#contract/products.ts'
import { withToken } from '../../api-client/api-client.ts'
import { ApiProblem, problemFrom } from '../../api-problem.ts'

/** `onProgress` receives 0 to 1. */
type UploadOptions = { onProgress: (fraction: number) => void; signal: AbortSignal }

/**
 * Uploads a picture and returns its URL; by XMLHttpRequest, as fetch reports no progress.
 * @throws an ApiProblem or an AbortError.
 */
export async function uploadPicture(file: File, options: UploadOptions): Promise<string> {
  const response = await withToken((token) => send(file, token, options))
  if (!response.ok) throw await problemFrom(response)
  return uploadImage.response.parse(await response.json()).data.url
}

function send(file: File, token: string, { onProgress, signal }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () =>
      reject(
        new ApiProblem('The picture didn’t upload. Check your connection and try again.', {
          status: 0,
          code: 'network',
        }),
      )
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(uploadImage.method, uploadImage.path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('authorization', `Bearer ${token}`)
    const form = new FormData()
    form.set('image', file)
    request.send(form)
    if (signal.aborted) request.abort()
  })
}
