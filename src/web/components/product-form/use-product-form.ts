import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { ZodType } from 'zod'
import type { Fitment } from '#domain/vehicles/fitment.ts'
import { type DraftStore, useForm } from '../../ui/use-form.ts'
import type { FormVehicles } from './form-vehicles.ts'
import {
  fitsText,
  productInput,
  type ProductField,
  type ProductTexts,
  parseFits,
  withoutUnchangedNumbers,
} from './product-texts.ts'
import { useFitmentRow } from './use-fitment-row.ts'
import { type MorePictures, useMorePictures } from './use-more-pictures.ts'
import { isPending, type PictureUpload, usePictureUpload } from './use-picture-upload.ts'

const noChoices = { makes: [], years: [], models: [], variants: [], engines: [] }

/**
 * The product form with its picture upload and list of vehicles. A list of vehicles that is unchanged or
 * failed to load is not sent, so that an edit never overwrites another admin's.
 */
export function useProductForm<Output>({
  schema,
  isPictureOptional = false,
  drafts,
  texts,
  loadedVehicles,
  loadVehicles,
}: {
  /** The schema of adding or editing a product. */
  schema: ZodType<Output>
  isPictureOptional?: boolean
  /** Where the texts are kept when the session ends, to be restored after the next sign-in. */
  drafts: DraftStore<ProductField>
  /** The initial values: those of the stored product, or empty ones. */
  texts: Omit<ProductTexts, 'fits'>
  /** The stored vehicles and the first choices; null when they failed to load. */
  loadedVehicles: FormVehicles | null
  /** Retries; null when that fails too. */
  loadVehicles: () => Promise<FormVehicles | null>
}) {
  const [vehicles, setVehicles] = useState(loadedVehicles)
  const [initial, setInitial] = useState<ProductTexts>({
    ...texts,
    fits: fitsText(loadedVehicles?.fits ?? null),
  })
  const picture = usePictureUpload()
  const pending = isPending(picture.upload)
  // The previous picture must not be sent in place of the one on the screen. One that is being uploaded
  // counts as present: the form waits for it before it is sent.
  const pictureOf = (stored: string) =>
    picture.upload.state === 'uploading' ? picture.upload.state : pending ? undefined : stored
  const form = useForm<ProductField, Output>(schema, initial, {
    toInput: (typed) => ({
      ...productInput(typed),
      ...withoutUnchangedNumbers(typed, initial),
      picture: pictureOf(typed.picture),
      ...(typed.fits === initial.fits && { fits: undefined }),
    }),
    drafts,
  })
  const more = useMorePictures(form.values.morePictures, (urls) => form.set('morePictures', urls))
  const state = stateOfAll(picture.upload.state, more)
  const uploading = state === 'uploading'
  const row = useFitmentRow(vehicles?.choices ?? noChoices)
  const waiting = useSubmitAfterUpload(state, more.hasFailed ? 'morePictures' : 'picture')
  const pictureError =
    'reason' in picture.upload
      ? [picture.upload.reason, waiting.gaveUp && nextStep[picture.upload.state]].filter(Boolean).join(' ')
      : form.errors.picture

  const rebaseOn = (stored: ProductTexts) => {
    form.rebase(initial, stored)
    setInitial(stored)
  }
  const reloadVehicles = async () => {
    const found = await loadVehicles()
    if (!found) return false
    setVehicles(found)
    rebaseOn({ ...initial, fits: fitsText(found.fits) })
    return true
  }

  return {
    ...form,
    /** The stored product, as far as this form knows. */
    initial,
    /** Rebases the form on a newer stored product: edited fields keep their values. */
    rebaseOn,
    picture: {
      ...picture,
      isOptional: isPictureOptional,
      start: (file: File) => picture.start(file, (url) => form.set('picture', url)),
    },
    pictureError,
    /** The product's other pictures. `error`: why the form was not sent. */
    more: { ...more, error: waiting.gaveUp && more.hasFailed ? nextStep.failed : form.errors.morePictures },
    /**
     * True when the form was submitted during its picture's upload: its then current values are submitted
     * once the picture is stored.
     */
    waiting: waiting.now,
    fits: {
      fitments: parseFits(form.values),
      uneditableCount: vehicles?.fits === null ? vehicles.total : undefined,
      onChange: (fitments: readonly Fitment[]) => form.set('fits', fitsText(fitments)),
      reload: reloadVehicles,
      row,
      error: form.errors.fits,
    },
    /** True when a field differs from its initial value. */
    changed: pending || more.pending.length > 0 || row.isStarted || form.hasChanges,
    props: (send: (input: Output) => unknown) => {
      // A vehicle that was chosen but not added would be lost silently.
      const props = form.props(
        row.isStarted ? row.remind : uploading ? waiting.begin : more.hasFailed ? waiting.giveUp : send,
      )
      return {
        ...props,
        onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
          waiting.seen(event.currentTarget)
          props.onSubmit(event)
        },
      }
    },
    /** Resets to these values; discards the upload, an unfinished vehicle, and errors. */
    reset: () => {
      picture.cancel()
      more.cancel()
      row.clear()
      form.reset(initial)
    },
  }
}

/** The state of the uploads of all pictures: that of the first one, unless others are not stored. */
function stateOfAll(first: PictureUpload['state'], more: MorePictures): PictureUpload['state'] {
  if (more.isUploading || first === 'uploading') return 'uploading'
  if (more.hasFailed) return 'failed'
  return first === 'none' && more.hasUploaded ? 'done' : first
}

/** The next step after an upload for which a submitted form waited. */
const nextStep = {
  failed: 'Nothing was saved, and what you typed is still here. Upload it again, then send the form again.',
  refused:
    'Nothing was saved, and what you typed is still here. Choose another picture, then send the form again.',
}

/**
 * Submits a form that was sent during an upload once more when the picture is stored. If the upload fails, it
 * stops waiting and focuses the picture.
 */
function useSubmitAfterUpload(state: PictureUpload['state'], nameOfFailed: string) {
  const form = useRef<HTMLFormElement>(null)
  const [phase, setPhase] = useState<'idle' | 'waiting' | 'stored' | 'gave up'>('idle')
  if (phase === 'waiting' && state !== 'uploading')
    setPhase(state === 'none' ? 'idle' : state === 'done' ? 'stored' : 'gave up')
  useEffect(() => {
    if (phase === 'stored') form.current?.requestSubmit()
    if (phase === 'gave up') focusOn(form.current, nameOfFailed)
  }, [phase, nameOfFailed])
  return {
    now: phase === 'waiting',
    gaveUp: phase === 'gave up',
    seen: (element: HTMLFormElement) => {
      form.current = element
      setPhase('idle')
    },
    begin: () => setPhase('waiting'),
    giveUp: () => {
      setPhase('gave up')
      focusOn(form.current, nameOfFailed)
    },
  }
}

function focusOn(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

export type ProductForm = Omit<ReturnType<typeof useProductForm<unknown>>, 'props'>
