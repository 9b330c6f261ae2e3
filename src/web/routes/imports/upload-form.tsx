import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IMPORT_KINDS, type ImportKind, MAX_IMPORT_BYTES } from '#domain/imports/imported-file.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import type { ProblemField } from '../../api-problem.ts'
import { PICTURE_TYPES } from '../../components/product-form/picture-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FileDrop } from './file-drop.tsx'
import { uploadFile } from './upload-file.ts'
import { filesIn, problemOfPictures, uploadPictures } from './upload-pictures.ts'

const MAX_MB = MAX_IMPORT_BYTES / 2 ** 20
const TOO_LARGE = `Files of at most ${MAX_MB} MB can be uploaded. Split the file, or ask your administrator to import it from the command line.`

const ONE_FILE = 'Choose one file of parts at a time. Pictures can come with it.'
const NO_CSV = 'Choose the CSV file of parts too: it says which parts the pictures are of.'

const FILES: Record<ImportKind, { label: string; hint: string; accept: string }> = {
  products: {
    label: 'CSV file of parts',
    hint: 'The first line has the headings, in any common spelling; you can correct how they are read. A new part needs a number, a price, and a name or a description. A blank cell leaves a value as it is, the word “clear” empties a value that may be empty, and 0 is 0. Pictures are optional: URLs in the file, or files dropped with it that are named like the picture column or the part number.',
    accept: ['.csv,text/csv', ...PICTURE_TYPES].join(','),
  },
  pies: {
    label: 'PIES file',
    hint: 'XML, version 7, zipped or not. Updates parts that are in the store; it cannot add parts.',
    accept: '.xml,.zip,text/xml,application/zip',
  },
  aces: {
    label: 'ACES file',
    hint: 'XML, versions 3.0 to 5.0, zipped or not.',
    accept: '.xml,.zip,text/xml,application/zip',
  },
}

/** Classes of the browser's own button in a file input. */
const FILE_BUTTON =
  'file:mr-3 file:rounded-sm file:border file:border-line-strong file:bg-surface file:px-3 file:py-0.5 file:font-medium'

type Refused = Pick<ProblemField, 'field' | 'message'>

/** Chooses a file and uploads it; then its report opens. */
export function UploadForm() {
  const navigate = useNavigate()
  const [kind, setKind] = useState<ImportKind>('products')
  const [refused, setRefused] = useState<Refused>()
  const [uploaded, setUploaded] = useState<string>('')
  const element = useRef<HTMLFormElement>(null)
  const { label, hint, accept } = FILES[kind]
  const errorOf = (name: string) => (refused?.field === name ? refused.message : '')

  const refuse = (fields: readonly Refused[]) => {
    const found = fields.find(({ field }) => field === 'file' || field === 'map')
    setRefused(found)
    const control = element.current?.elements.namedItem(found?.field ?? '')
    if (control instanceof HTMLElement) control.focus()
    return found !== undefined
  }
  const { busy, problem, send } = useMutation(
    async ({ form, pictures }: { form: FormData; pictures: readonly File[] }) => {
      if (pictures.length > 0)
        form.set('pictures', JSON.stringify(await uploadPictures(pictures, setUploaded)))
      await navigate(paths.importDetails(await uploadFile(form)))
    },
    { form: { refuse } },
  )

  const upload = (form: FormData) => {
    const map = form.get('map')
    const { files, pictures } = filesIn(form.getAll('file'))
    const [file] = files
    const [size = 0, mapSize = 0] = [file, map].map((one) => (one instanceof File ? one.size : 0))
    if (!file) return refuse([{ field: 'file', message: pictures.length > 0 ? NO_CSV : 'Choose a file' }])
    const problem = files.length > 1 ? ONE_FILE : problemOfPictures(pictures)
    if (problem) return refuse([{ field: 'file', message: problem }])
    if (size + mapSize > MAX_IMPORT_BYTES)
      return refuse([{ field: mapSize > size ? 'map' : 'file', message: TOO_LARGE }])
    setRefused(undefined)
    form.set('file', file)
    return send({ form, pictures })
  }

  return (
    <Card>
      <form
        ref={element}
        noValidate
        aria-label="Upload a file"
        className="flex max-w-xl flex-col gap-4"
        onChange={() => setRefused(undefined)}
        onSubmit={(event) => {
          event.preventDefault()
          void upload(new FormData(event.currentTarget))
        }}
      >
        <Select
          label="File type"
          name="kind"
          value={kind}
          onChange={(event) =>
            setKind(IMPORT_KINDS.find((known) => known === event.target.value) ?? 'products')
          }
        >
          <option value="products">Parts: names, prices, stock (CSV)</option>
          <option value="aces">Fitments: the vehicles that parts fit (ACES)</option>
          <option value="pies">Parts: names, descriptions, prices (PIES)</option>
        </Select>
        {/* Drops a chosen file of the other kind. */}
        <FileDrop
          key={kind}
          name="file"
          label={label}
          hint={`${hint} At most ${MAX_MB} MB.`}
          accept={accept}
          multiple={kind === 'products'}
          error={errorOf('file')}
        />
        {kind === 'products' && (
          <p>
            <a href={paths.partsTemplate} download className="underline underline-offset-4 hover:text-signal">
              Download a template
            </a>{' '}
            with the headings and two example parts.
          </p>
        )}
        {kind === 'aces' && (
          <TextField
            type="file"
            name="map"
            className={FILE_BUTTON}
            label="Map of base vehicles"
            hint="A CSV file with the columns base_vehicle_id, make, model, year: the vehicle of each base vehicle number in the ACES file."
            accept=".csv,text/csv"
            optional
            error={errorOf('map')}
          />
        )}
        {kind !== 'products' && (
          <Checkbox name="skipUnknown" label="Skip parts and vehicles that this store does not have" />
        )}
        <FormError>{problem}</FormError>
        <p role="status" className="tabular-nums empty:hidden">
          {busy && uploaded}
        </p>
        <p className="text-ink-soft">
          Nothing changes yet: you’ll see every new part and every change first.
        </p>
        <Button type="submit" variant="primary" busy={busy} busyLabel="Uploading …" className="self-start">
          Preview import
        </Button>
      </form>
    </Card>
  )
}
