import { useRef } from 'react'
import { Thumbnail } from '../../layout/picture.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame, useField } from '../../ui/field-frame.tsx'
import { PICTURE_TYPES } from './picture-file.ts'
import type { ProductForm } from './use-product-form.ts'

/** The pictures of a product besides its first, in their order. */
export function MorePicturesField({ form }: { form: ProductForm }) {
  const { more } = form
  const { urls, pending } = more
  const chooser = useRef<HTMLInputElement>(null)
  const { frame, control } = useField({
    label: 'More Pictures',
    optional: true,
    hint: 'Other sides, the box, a drawing. You can choose or drop several files.',
    error: more.error,
  })
  const makeFirst = (url: string) => {
    const { picture } = form.values
    // The preview of the uploaded file would hide the new one.
    form.picture.cancel()
    form.set('picture', url)
    more.set(urls.flatMap((one) => (one === url ? picture || [] : [one])))
    chooser.current?.focus()
  }
  const remove = (url: string) => {
    more.set(urls.filter((one) => one !== url))
    chooser.current?.focus()
  }
  return (
    <FieldFrame {...frame}>
      {urls.length > 0 && (
        <ol aria-label="Other pictures" className="flex flex-wrap gap-3">
          {urls.map((url, at) => (
            <li key={url} className="flex w-36 flex-col rounded-md border border-line bg-raised p-1">
              <Thumbnail url={url} />
              <Button variant="ghost" size="sm" onClick={() => makeFirst(url)}>
                Make first<span className="sr-only"> picture {at + 2}</span>
              </Button>
              <Button variant="ghost" size="sm" onClick={() => remove(url)}>
                Remove<span className="sr-only"> picture {at + 2}</span>
              </Button>
            </li>
          ))}
        </ol>
      )}
      {pending.length > 0 && (
        <ul aria-label="Pictures that are not stored yet" className="flex flex-col gap-1">
          {pending.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-3">
              <span className="min-w-0 wrap-anywhere">{one.file.name}</span>
              {one.reason === undefined ? (
                <progress
                  aria-label={`Upload of ${one.file.name}`}
                  max={100}
                  value={Math.round(one.fraction * 100)}
                  className="h-2 w-20 accent-signal"
                />
              ) : (
                <>
                  <span role="alert" className="text-sm font-medium text-danger">
                    {one.reason}
                  </span>
                  <Button
                    size="sm"
                    aria-label={`Try again: ${one.file.name}`}
                    onClick={() => more.retry(one)}
                  >
                    Try again
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Leave out: ${one.file.name}`}
                    onClick={() => {
                      more.dismiss(one)
                      chooser.current?.focus()
                    }}
                  >
                    Leave out
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <input
        {...control}
        ref={chooser}
        name="morePictures"
        type="file"
        multiple
        accept={PICTURE_TYPES.join(',')}
        disabled={more.isFull}
        className="min-h-11.5 w-full max-w-md rounded-md border border-line-strong bg-raised p-2 text-sm file:mr-3 file:min-h-7 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:font-semibold hover:border-ink disabled:opacity-60"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows choosing the same files again after a failure.
          target.value = ''
          more.add(files)
        }}
      />
      <p role="status" className="sr-only">
        {more.isUploading && 'Uploading pictures'}
        {!more.isUploading && more.hasUploaded && 'The pictures are uploaded'}
      </p>
    </FieldFrame>
  )
}
