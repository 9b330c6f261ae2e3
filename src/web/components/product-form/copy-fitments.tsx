import { type RefObject, useEffect, useRef, useState } from 'react'
import { listManagedProducts, showManagedProduct } from '#contract/products.ts'
import { normalizePartNumber, spelledNumber } from '#domain/search/part-number.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { type Fitment, fitmentKey, MAX_FITMENTS } from '#domain/vehicles/fitment.ts'
import { api } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** Search results among which the product with the number is looked for. */
const MAX_FOUND = 50

/**
 * Adds the vehicles that another part fits, hidden ones too, to those of this one. `onAdd` receives the new
 * list, and how many were not listed yet.
 */
export function CopyFitments({
  fitments,
  onAdd,
}: {
  fitments: readonly Fitment[]
  onAdd: (fitments: readonly Fitment[], added: number, name: string) => void
}) {
  const [number, setNumber] = useState('')
  const [missing, setMissing] = useState('')
  /** The vehicles now: they may change while the other part is loading. */
  const latest = useRef(fitments)
  useEffect(() => {
    latest.current = fitments
  })

  const {
    busy,
    problem,
    send: copy,
  } = useMutation(async () => {
    const found = await findNewVehicles(number, latest)
    if (typeof found === 'string') return setMissing(found)
    onAdd([...latest.current, ...found.added], found.added.length, found.name)
    setNumber('')
  })

  return (
    <div className="flex flex-wrap items-start gap-3">
      <TextField
        label="Or copy the vehicles of another part"
        hint="Its part number"
        fieldClassName="min-w-0 grow sm:max-w-72"
        value={number}
        maxLength={100}
        readOnly={busy}
        autoComplete="off"
        error={missing || problem}
        onChange={(event) => {
          setNumber(event.target.value)
          setMissing('')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would save the product.
          event.preventDefault()
          void copy()
        }}
      />
      <Button className="mt-7.5 min-h-11.5" busy={busy} onClick={() => void copy()}>
        Copy vehicles
      </Button>
    </div>
  )
}

/** The vehicles of the product with this number that are not in the list, or why there are none to add. */
async function findNewVehicles(
  number: string,
  latest: RefObject<readonly Fitment[]>,
): Promise<{ name: string; added: readonly Fitment[] } | string> {
  const wanted = normalizePartNumber(number)
  if (wanted === '') return 'Enter the part number of the other part'
  const products = await api(listManagedProducts, { query: { q: number.trim(), limit: MAX_FOUND } })
  const found = products.filter(({ partNumber }) => normalizePartNumber(partNumber) === wanted)
  const other =
    found.find(({ partNumber }) => spelledNumber(partNumber) === spelledNumber(number)) ?? found[0]
  if (!other) return `No product has the part number ${number.trim()}.`
  const { name, fits, fitsTotal } = await api(showManagedProduct, { params: { id: other._id } })
  if (fitsTotal > fits.length)
    return `${name} fits ${formatCount(fitsTotal)} vehicles, too many to copy here.`
  if (fits.length === 0) return `No vehicles are listed for ${name}.`
  const fitments = latest.current
  const listed = new Set(fitments.map(fitmentKey))
  const added = fits.filter((fitment) => !listed.has(fitmentKey(fitment)))
  if (added.length === 0) return `All vehicles of ${name} are in the list.`
  const total = fitments.length + added.length
  if (total > MAX_FITMENTS)
    return `With the vehicles of ${name}, this part would have ${total}. A part can have at most ${MAX_FITMENTS}.`
  return { name, added: added.map((fitment) => ({ ...fitment, source: 'shop' })) }
}
