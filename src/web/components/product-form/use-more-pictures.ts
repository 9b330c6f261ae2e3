import { useEffect, useRef, useState } from 'react'
import { joinPictures, MAX_MORE_PICTURES, splitPictures } from '#domain/products/more-pictures.ts'
import { problemText } from '../../api-problem.ts'
import { checkPictureFile } from './picture-file.ts'
import { uploadPicture } from './upload-picture.ts'

/** A file that is not stored: `fraction` of it, 0 to 1, is uploaded, or `reason` says why it was not. */
export type PendingPicture = { id: number; file: File; fraction: number; reason?: string }

/**
 * The pictures of a product besides its first: uploads files one after the other. `text`: their URLs as in
 * the form; `onChange` receives the new ones.
 */
export function useMorePictures(text: string, onChange: (text: string) => void) {
  const [pending, setPending] = useState<readonly PendingPicture[]>([])
  const [hasUploaded, setHasUploaded] = useState(false)
  const uploads = useRef({ nextId: 0, queue: Promise.resolve(), control: new AbortController() })
  /** The form's value now: several uploads may end before it is rendered. */
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  const stop = () => {
    uploads.current.control.abort()
    uploads.current = { ...uploads.current, control: new AbortController() }
  }
  useEffect(() => stop, [])

  const urls = splitPictures(text)
  const set = (next: readonly string[]) => {
    latest.current = joinPictures(next)
    onChange(latest.current)
  }
  const update = (id: number, over: Partial<PendingPicture>) =>
    setPending((all) => all.map((one) => (one.id === id ? { ...one, ...over } : one)))
  const drop = (id: number) => setPending((all) => all.filter((one) => one.id !== id))

  const upload = async (id: number, file: File, { signal }: AbortController) => {
    if (signal.aborted) return
    try {
      const url = await uploadPicture(file, { signal, onProgress: (fraction) => update(id, { fraction }) })
      if (signal.aborted) return
      drop(id)
      setHasUploaded(true)
      set(splitPictures(`${latest.current} ${url}`))
    } catch (error) {
      if (!signal.aborted) update(id, { reason: problemText(error) })
    }
  }
  const start = (id: number, file: File) => {
    const { current } = uploads
    const { control } = current
    current.queue = current.queue.then(() => upload(id, file, control))
  }

  return {
    urls,
    pending,
    isUploading: pending.some(({ reason }) => reason === undefined),
    hasFailed: pending.some(({ reason }) => reason !== undefined),
    /** Whether one was stored since the form was opened. */
    hasUploaded,
    isFull: urls.length + pending.length >= MAX_MORE_PICTURES,
    /** Uploads files; those that are no pictures, or too many, are listed with the reason. */
    add: (files: readonly File[]) => {
      const room = MAX_MORE_PICTURES - urls.length - pending.length
      const added = files.map((file, at): PendingPicture => {
        const reason = at < room ? checkPictureFile(file) : TOO_MANY
        return { id: (uploads.current.nextId += 1), file, fraction: 0, ...(reason !== null && { reason }) }
      })
      setPending((all) => [...all, ...added])
      for (const { id, file, reason } of added) if (reason === undefined) start(id, file)
    },
    retry: ({ id, file }: PendingPicture) => {
      setPending((all) => all.map((one) => (one.id === id ? { id, file, fraction: 0 } : one)))
      start(id, file)
    },
    /** Removes a file that was not uploaded. */
    dismiss: ({ id }: PendingPicture) => drop(id),
    set,
    /** Stops all uploads. */
    cancel: () => {
      stop()
      setPending([])
      setHasUploaded(false)
    },
  }
}

const TOO_MANY = `A part has at most ${MAX_MORE_PICTURES} more pictures. Remove one first.`

export type MorePictures = ReturnType<typeof useMorePictures>
