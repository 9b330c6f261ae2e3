import { useState, type SubmitEvent } from 'react'
import type { ZodType } from 'zod'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { type DraftStore, useForm } from '../../ui/use-form.ts'
import type { FormVehicles } from './form-vehicles.ts'
import { fitsText, productInput, type ProductField, type ProductTexts, readFits } from './product-texts.ts'
import { useFitmentRow } from './use-fitment-row.ts'
import { isPending, usePictureUpload } from './use-picture-upload.ts'

const noChoices = { makes: [], years: [], models: [], engines: [] }

/**
 * The product form with its picture upload and list of vehicles. `schema` is that of adding or editing; `draft` stores the
 * draft when the session ends. A list of vehicles that is unchanged or failed to load is not sent, so that an edit never
 * overwrites another admin's; `loadVehicles` retries.
 */
export function useProductForm<Output>(
  schema: ZodType<Output>,
  draft: DraftStore<ProductField>,
  fields: Omit<ProductTexts, 'fits'>,
  loaded: FormVehicles | null,
  loadVehicles: () => Promise<FormVehicles | null>,
) {
  const [vehicles, setVehicles] = useState(loaded)
  const [initial, setInitial] = useState<ProductTexts>({ ...fields, fits: fitsText(loaded?.fits ?? null) })
  const picture = usePictureUpload()
  const { state } = picture.upload
  const pending = isPending(picture.upload)
  // Clears the previous picture, which must not be submitted in place of the one on the screen.
  const form = useForm<ProductField, Output>(schema, initial, {
    toInput: (texts) => ({
      ...productInput(pending ? { ...texts, picture: '' } : texts),
      ...(texts.fits === initial.fits && { fits: undefined }),
    }),
    drafts: draft,
  })
  const row = useFitmentRow(vehicles?.choices ?? noChoices)
  const [submittedEarly, setSubmittedEarly] = useState(false)
  if (submittedEarly && state !== 'uploading') setSubmittedEarly(false)

  const pictureError =
    state === 'uploading'
      ? submittedEarly
        ? 'The picture is still being uploaded. Try again when it is there.'
        : undefined
      : form.errors.picture

  const rebase = (texts: ProductTexts) => {
    form.follow(initial, texts)
    setInitial(texts)
  }
  const reloadVehicles = async () => {
    const found = await loadVehicles()
    if (!found) return false
    setVehicles(found)
    rebase({ ...initial, fits: fitsText(found.fits) })
    return true
  }

  return {
    ...form,
    /** The stored product, as far as this form knows. */
    initial,
    /** Rebases the form on a newer stored product: edited fields keep their values. */
    rebase,
    picture: {
      ...picture,
      start: (file: File) => picture.start(file, (url) => form.set('picture', url)),
    },
    pictureError,
    fits: {
      lines: readFits(form.values),
      onChange: (lines: readonly Fitment[]) => form.set('fits', fitsText(lines)),
      reload: reloadVehicles,
      row,
      error: form.errors.fits,
    },
    /** True when a field differs from its initial value. */
    changed:
      pending ||
      row.isStarted ||
      Object.entries(form.values).some(([name, text]) => text !== initial[name as ProductField]),
    props: (send: (input: Output) => void | Promise<void>) => {
      // A vehicle that was chosen but not added would be lost silently.
      const props = form.props(row.isStarted ? row.remind : send)
      return {
        ...props,
        onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
          setSubmittedEarly(state === 'uploading')
          props.onSubmit(event)
        },
      }
    },
    /** Resets to these values; discards the upload, an unfinished vehicle, and errors. */
    reset: () => {
      picture.cancel()
      row.clear()
      form.reset(initial)
    },
  }
}

export type ProductForm = Omit<ReturnType<typeof useProductForm<unknown>>, 'props'>
