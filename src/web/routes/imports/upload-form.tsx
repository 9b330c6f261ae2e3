import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { IMPORT_KINDS, type ImportKind, MAX_IMPORT_BYTES } from '#domain/imports/imported-file.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import type { ProblemField } from '../../api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { uploadFile } from './upload-file.ts'

const MAX_MB = MAX_IMPORT_BYTES / 2 ** 20
const TOO_LARGE = `Files of at most ${MAX_MB} MB can be uploaded. Split the file, or ask your administrator to import it from the command line.`

const FILES: Record<ImportKind, { label: string; hint: string; accept: string }> = {
  products: {
    label: 'CSV file of parts',
    hint: 'The first line has the column names: partNumber, name, brand, category, about, price, available, minOrder, picture. Blank cells leave a value unchanged.',
    accept: '.csv,text/csv',
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
    async (form: FormData) => navigate(paths.importDetails(await uploadFile(form))),
    { form: { refuse } },
  )

  const upload = (form: FormData) => {
    const [file, map] = [form.get('file'), form.get('map')]
    const [size = 0, mapSize = 0] = [file, map].map((one) => (one instanceof File ? one.size : 0))
    if (!(file instanceof File) || file.name === '')
      return refuse([{ field: 'file', message: 'Choose a file' }])
    if (size + mapSize > MAX_IMPORT_BYTES)
      return refuse([{ field: mapSize > size ? 'map' : 'file', message: TOO_LARGE }])
    setRefused(undefined)
    return send(form)
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
        <TextField
          key={kind}
          className={FILE_BUTTON}
          type="file"
          name="file"
          label={label}
          hint={`${hint} At most ${MAX_MB} MB.`}
          accept={accept}
          required
          error={errorOf('file')}
        />
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
        <p className="text-ink-soft">
          This only checks the file. You’ll see every change before you import it.
        </p>
        <Button type="submit" variant="primary" busy={busy} busyLabel="Uploading …" className="self-start">
          Check the file
        </Button>
      </form>
    </Card>
  )
}
