import { useState, type SubmitEvent } from 'react'
import type { ZodType } from 'zod'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { type DraftStore, useFormCheck } from '../../ui/use-form-check.ts'
import type { FormVehicles } from './form-vehicles.ts'
import { fitsText, productInput, type ProductField, type ProductTexts, readFits } from './product-texts.ts'
import { useFitmentRow } from './use-fitment-row.ts'
import { isPending, usePictureUpload } from './use-picture-upload.ts'

const noChoices = { makes: [], years: [], models: [], engines: [] }

/**
 * The form of a product with the upload of its picture and the list of vehicles it fits. `schema` says what is asked for: adding or
 * editing; `keeping` where its texts wait when the session ends. An unchanged list is not sent, so that an edit undoes nobody else's; so is one that could not be loaded. `loadVehicles`
 * tries that again.
 */
export function useProductForm<Output>(
  schema: ZodType<Output>,
  keeping: DraftStore<ProductField>,
  fields: Omit<ProductTexts, 'fits'>,
  loaded: FormVehicles | null,
  loadVehicles: () => Promise<FormVehicles | null>,
) {
  const [vehicles, setVehicles] = useState(loaded)
  const [initial, setInitial] = useState<ProductTexts>({ ...fields, fits: fitsText(loaded?.fits ?? null) })
  const picture = usePictureUpload()
  const { state } = picture.upload
  const pending = isPending(picture.upload)
  // An older picture must not be sent in the place of the one on the screen.
  const form = useFormCheck<ProductField, Output>(
    schema,
    initial,
    (texts) => ({
      ...productInput(pending ? { ...texts, picture: '' } : texts),
      ...(texts.fits === initial.fits && { fits: undefined }),
    }),
    keeping,
  )
  const row = useFitmentRow(vehicles?.choices ?? noChoices)
  const [hurried, setHurried] = useState(false)
  if (hurried && state !== 'uploading') setHurried(false)

  const pictureError =
    state === 'uploading'
      ? hurried
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
    /** What is stored, as far as this form knows. */
    initial,
    /** Says that something else is stored by now: the fields follow it, except those where something was typed. */
    rebase,
    picture: {
      ...picture,
      take: (file: File) => picture.take(file, (url) => form.set('picture', url)),
    },
    pictureError,
    fits: {
      lines: readFits(form.values),
      onChange: (lines: readonly Fitment[]) => form.set('fits', fitsText(lines)),
      reload: reloadVehicles,
      row,
      error: form.errors.fits,
    },
    /** True when something is typed or chosen that is not what the form began with. */
    changed:
      pending ||
      row.begun ||
      Object.entries(form.values).some(([name, text]) => text !== initial[name as ProductField]),
    submit: (send: (input: Output) => void | Promise<void>) => {
      // A vehicle that was chosen and not added would be lost unnoticed.
      const check = form.submit(row.begun ? row.remind : send)
      return (event: SubmitEvent<HTMLFormElement>) => {
        setHurried(state === 'uploading')
        check(event)
      }
    },
    /** Back to these texts, without an upload, a vehicle that was begun, and messages. */
    reset: () => {
      picture.cancel()
      row.clear()
      form.reset(initial)
    },
  }
}

/** What ProductFields needs of the form, whatever its schema. */
export type ProductForm = Omit<ReturnType<typeof useProductForm<unknown>>, 'submit'>
