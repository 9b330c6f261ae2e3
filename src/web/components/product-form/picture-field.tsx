import { useRef } from 'react'
import { MAX_IMAGE_BYTES } from '#domain/products/image-store.ts'
import { pictureSources } from '#domain/products/picture-sources.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FieldFrame, useField } from '../../ui/field-frame.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { PICTURE_TYPES } from './picture-file.ts'
import { isPending, type PictureUpload } from './use-picture-upload.ts'
import type { ProductForm } from './use-product-form.ts'

/**
 * The product's picture: dropped anywhere on the page, pasted, or chosen; previewed immediately, with upload
 * progress.
 */
export function PictureField({ form }: { form: ProductForm }) {
  const { upload, start, retry, cancel, isOptional } = form.picture
  const url = form.values.picture
  const { pictures } = useSettings()
  // Of several files the first is the picture that cards show.
  const startAll = ([first, ...others]: readonly File[]) => {
    if (first) start(first)
    if (others.length > 0) form.more.add(others)
  }
  const over = useFileDrop((files) => startAll([...files]), { pasted: true })
  const chooser = useRef<HTMLInputElement>(null)
  const pending = isPending(upload)
  const shown = 'preview' in upload ? upload.preview : url && pictureSources(url, pictures).src
  const { frame, control } = useField({
    label: 'Image',
    optional: isOptional,
    hint: `PNG, JPEG, WebP or AVIF, at most ${MAX_IMAGE_BYTES / 2 ** 20} MB. Drop it here, paste it, or choose a file.`,
    error: form.pictureError,
  })
  return (
    <FieldFrame {...frame}>
      <div
        className={classNames(
          'grid-paper relative crop-marks flex aspect-4/3 w-full max-w-80 items-center justify-center overflow-hidden rounded-md border bg-surface',
          'has-aria-invalid:border-danger has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          over ? 'border-signal bg-signal-wash' : 'border-line-strong hover:border-ink',
        )}
      >
        {shown ? (
          <img src={shown} alt="" className="size-full object-contain" />
        ) : (
          <span aria-hidden="true" className={buttonClasses({})}>
            {over ? 'Drop the picture' : 'Choose a picture'}
          </span>
        )}
        {/* A transparent file input covers the drop area, so that it handles clicks and the keyboard and has the field's label. */}
        <input
          {...control}
          ref={chooser}
          name="picture"
          type="file"
          multiple
          accept={PICTURE_TYPES.join(',')}
          required={url === '' && !isOptional}
          className="absolute inset-0 cursor-pointer text-[0] opacity-0"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // Allows choosing the same file again after a failure.
            event.target.value = ''
            startAll(files)
          }}
        />
      </div>
      <UploadState
        upload={upload}
        stored={url !== ''}
        onRetry={() => {
          retry()
          chooser.current?.focus()
        }}
        onRemove={() => {
          cancel()
          // The next picture becomes the first.
          const [next = '', ...others] = form.more.urls
          if (!pending) form.set('picture', next)
          if (!pending && next !== '') form.more.set(others)
          // After an upload is canceled a stored picture, and with it the button, remains.
          if (!pending || url === '') chooser.current?.focus()
        }}
      />
    </FieldFrame>
  )
}

/**
 * The progress of the upload and its actions. One button cancels the upload or removes a stored picture, so
 * that it never loses focus.
 */
function UploadState({
  upload,
  stored,
  onRetry,
  onRemove,
}: {
  upload: PictureUpload
  stored: boolean
  onRetry: () => void
  onRemove: () => void
}) {
  const pending = isPending(upload)
  const percent = upload.state === 'uploading' ? Math.round(upload.fraction * 100) : 0
  return (
    <>
      <p role="status" className="sr-only">
        {upload.state === 'uploading' && 'Uploading the picture'}
        {upload.state === 'done' && 'The picture is uploaded'}
      </p>
      <div className="flex max-w-md flex-wrap items-center gap-3 empty:hidden">
        {upload.state === 'uploading' && (
          <>
            <progress
              aria-label="Upload of the picture"
              max={100}
              value={percent}
              className="h-2 w-20 grow appearance-none overflow-hidden rounded-full border border-line-strong bg-surface [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-signal"
            />
            <span className="w-24 text-sm text-ink-soft tabular-nums">
              {percent < 100 ? `${percent} %` : 'Preparing…'}
            </span>
          </>
        )}
        {upload.state === 'failed' && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
        {(pending || stored) && (
          <Button
            variant={upload.state === 'uploading' ? 'quiet' : 'ghost'}
            size="sm"
            className={pending ? undefined : '-ml-3 underline underline-offset-4'}
            onClick={onRemove}
          >
            {pending ? 'Cancel' : 'Remove the picture'}
          </Button>
        )}
      </div>
    </>
  )
}
