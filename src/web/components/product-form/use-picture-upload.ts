import { useEffect, useRef, useState } from 'react'
import { problemText } from '../../api-problem.ts'
import { checkPictureFile } from './picture-file.ts'
import { uploadPicture } from './upload-picture.ts'

/**
 * Where an upload stands. `preview` is the chosen file's own address in this browser; `fraction` goes from 0 to 1.
 * `refused`: not worth uploading, `failed`: can be tried again; both say why in `reason`.
 */
export type PictureUpload =
  | { state: 'none' }
  | { state: 'refused'; reason: string }
  | { state: 'uploading'; preview: string; fraction: number }
  | { state: 'failed'; preview: string; reason: string }
  | { state: 'done'; preview: string }

/** Uploads one picture at a time; a new one takes the place of the last. `onUploaded` gets the URL to store. */
export function usePictureUpload(onUploaded: (url: string) => void) {
  const [upload, setUpload] = useState<PictureUpload>({ state: 'none' })
  const job = useRef<{ file: File; preview: string; control: AbortController }>(null)

  const stop = () => {
    job.current?.control.abort()
    if (job.current) URL.revokeObjectURL(job.current.preview)
    job.current = null
  }
  useEffect(() => stop, [])

  const take = async (file: File) => {
    stop()
    const reason = checkPictureFile(file)
    if (reason !== null) return setUpload({ state: 'refused', reason })
    const preview = URL.createObjectURL(file)
    const control = new AbortController()
    job.current = { file, preview, control }
    setUpload({ state: 'uploading', preview, fraction: 0 })
    try {
      const url = await uploadPicture(file, {
        signal: control.signal,
        onProgress: (fraction) =>
          control.signal.aborted || setUpload({ state: 'uploading', preview, fraction }),
      })
      if (control.signal.aborted) return
      setUpload({ state: 'done', preview })
      onUploaded(url)
    } catch (error) {
      if (!control.signal.aborted) setUpload({ state: 'failed', preview, reason: problemText(error) })
    }
  }

  return {
    upload,
    /** Checks and uploads this file. */
    take: (file: File) => void take(file),
    /** Uploads the last file once more. */
    retry: () => job.current && void take(job.current.file),
    /** Stops, and forgets the file. */
    cancel: () => {
      stop()
      setUpload({ state: 'none' })
    },
  }
}
