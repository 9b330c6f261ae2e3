import { MAX_UPLOADED_PICTURES, type UploadedPicture } from '#domain/imports/imported-file.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { ApiProblem } from '../../api-problem.ts'
import { checkPictureFile } from '../../components/product-form/picture-file.ts'
import { uploadPicture } from '../../components/product-form/upload-picture.ts'

/** The chosen files, and the pictures among them; without the empty entry of a form in which none is. */
export function filesIn(chosen: readonly FormDataEntryValue[]): { files: File[]; pictures: File[] } {
  const all = chosen.filter((entry) => entry instanceof File).filter(({ name }) => name !== '')
  const isPicture = ({ type }: File) => type.startsWith('image/')
  return { files: all.filter((file) => !isPicture(file)), pictures: all.filter(isPicture) }
}

/** Why these pictures cannot be uploaded, as a message; null when they can. */
export function problemOfPictures(pictures: readonly File[]): string | null {
  if (pictures.length > MAX_UPLOADED_PICTURES)
    return `Drop at most ${formatCount(MAX_UPLOADED_PICTURES)} pictures with a file.`
  for (const picture of pictures) {
    const problem = checkPictureFile(picture)
    if (problem !== null) return `${picture.name}: ${problem}`
  }
  return null
}

/** How long to wait when the store accepts no more uploads for now, in ms, and how often. */
const PAUSE_MS = 10_000
const MAX_PAUSES = 12

/**
 * Uploads pictures one after the other, as the store decodes them.
 * @param onProgress receives "Uploading picture 3 of 50".
 * @throws an ApiProblem whose message names the picture.
 */
export async function uploadPictures(
  pictures: readonly File[],
  onProgress: (text: string) => void,
): Promise<UploadedPicture[]> {
  const uploaded: UploadedPicture[] = []
  for (const [at, picture] of pictures.entries()) {
    onProgress(`Uploading picture ${formatCount(at + 1)} of ${formatCount(pictures.length)}`)
    uploaded.push({ name: picture.name, url: await uploadOne(picture, MAX_PAUSES) })
  }
  return uploaded
}

async function uploadOne(picture: File, pauses: number): Promise<string> {
  const { signal } = new AbortController()
  try {
    return await uploadPicture(picture, { onProgress: () => {}, signal })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 429 && pauses > 0) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      return uploadOne(picture, pauses - 1)
    }
    throw new ApiProblem(`${picture.name}: ${error.message}`, { status: error.status, code: error.code })
  }
}
