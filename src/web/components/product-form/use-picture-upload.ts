import { useEffect, useRef, useState } from 'react'
import { ApiProblem, problemText } from '../../api-problem.ts'
import { checkPictureFile } from './picture-file.ts'
import { uploadPicture } from './upload-picture.ts'

/**
 * The state of an upload. `preview` is a blob URL, `fraction` goes from 0 to 1. `failed` can be retried,
 * `refused` cannot.
 */
export type PictureUpload =
  | { state: 'none' }
  | { state: 'refused'; reason: string }
  | { state: 'uploading'; preview: string; fraction: number }
  | { state: 'failed'; preview: string; reason: string }
  | { state: 'done'; preview: string }

/** True while the picture on the screen is not stored. */
export function isPending({ state }: PictureUpload): boolean {
  return state === 'uploading' || state === 'failed'
}

type Job = { file: File; preview: string; control: AbortController; onUploaded: (url: string) => void }

/** Uploads one picture at a time; a new one cancels the previous. */
export function usePictureUpload() {
  const [upload, setUpload] = useState<PictureUpload>({ state: 'none' })
  const job = useRef<Job>(null)

  const stop = () => {
    job.current?.control.abort()
    if (job.current) URL.revokeObjectURL(job.current.preview)
    job.current = null
  }
  useEffect(() => stop, [])

  const start = async (file: File, onUploaded: Job['onUploaded']) => {
    stop()
    const reason = checkPictureFile(file)
    if (reason !== null) return setUpload({ state: 'refused', reason })
    const preview = URL.createObjectURL(file)
    const control = new AbortController()
    job.current = { file, preview, control, onUploaded }
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
      if (control.signal.aborted) return
      const reason = problemText(error)
      if (isAboutThePicture(error)) {
        stop()
        setUpload({ state: 'refused', reason })
      } else setUpload({ state: 'failed', preview, reason })
    }
  }

  return {
    upload,
    /** Validates and uploads a file; `onUploaded` receives the URL to store. */
    start: (file: File, onUploaded: Job['onUploaded']) => void start(file, onUploaded),
    /** Retries the last file. */
    retry: () => job.current && void start(job.current.file, job.current.onUploaded),
    /** Cancels the upload and clears the file. */
    cancel: () => {
      stop()
      setUpload({ state: 'none' })
    },
  }
}

/** Too large, an unsupported type, or corrupt: a retry would be refused again. */
function isAboutThePicture(error: unknown): boolean {
  return error instanceof ApiProblem && [413, 415, 422].includes(error.status)
}
