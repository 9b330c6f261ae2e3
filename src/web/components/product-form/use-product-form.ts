import { useState, type SubmitEvent } from 'react'
import type { ZodType } from 'zod'
import { useFormCheck } from '../../ui/use-form-check.ts'
import { productInput, type ProductField, type ProductTexts } from './product-texts.ts'
import { usePictureUpload } from './use-picture-upload.ts'

/** The form of a product with the upload of its picture. `schema` says what is asked for: adding or editing. */
export function useProductForm<Output>(schema: ZodType<Output>, initial: ProductTexts) {
  const picture = usePictureUpload()
  const { state } = picture.upload
  // The picture on the screen is not stored yet (or could not be): an older one must not be sent in its place.
  const pending = state === 'uploading' || state === 'failed'
  const form = useFormCheck<ProductField, Output>(schema, initial, (texts) =>
    productInput(pending ? { ...texts, picture: '' } : texts),
  )
  const [hurried, setHurried] = useState(false)
  if (hurried && state !== 'uploading') setHurried(false)

  const pictureError =
    state === 'uploading'
      ? hurried
        ? 'The picture is still being uploaded. Try again when it is there.'
        : undefined
      : form.errors.picture

  return {
    ...form,
    picture: {
      ...picture,
      take: (file: File) => picture.take(file, (url) => form.set('picture', url)),
    },
    pictureError,
    /** True when something is typed or chosen that is not what the form began with. */
    changed:
      pending || Object.entries(form.values).some(([name, text]) => text !== initial[name as ProductField]),
    submit: (send: (input: Output) => void | Promise<void>) => {
      const check = form.submit(send)
      return (event: SubmitEvent<HTMLFormElement>) => {
        setHurried(state === 'uploading')
        check(event)
      }
    },
    /** Back to these texts, without an upload and without messages. */
    reset: (next: ProductTexts = initial) => {
      picture.cancel()
      form.reset(next)
    },
  }
}

/** What ProductFields needs of the form, whatever its schema. */
export type ProductForm = Omit<ReturnType<typeof useProductForm<unknown>>, 'submit'>
