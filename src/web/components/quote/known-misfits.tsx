import { useState } from 'react'
import type { CartLine } from '#domain/cart/cart.ts'
import { fitsNoCar } from '#domain/cart/fits-no-car.ts'
import { Alert } from '../../ui/alert.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

/** The parts of which this tab knows, from the cart to the checkout, that they fit none of the cars. */
let known: ReadonlySet<string> = new Set()

/** The lines that certainly fit none of the cars, and whether the customer has said that they know it. */
export function useMisfits(lines: readonly CartLine[]) {
  const [ids, setIds] = useState(known)
  const misfits = lines.filter((line) => line.problem?.code !== 'no_longer_sold' && fitsNoCar(line))
  const isKnown = misfits.every(({ productId }) => ids.has(productId))
  const set = (isChecked: boolean) => {
    known = new Set(isChecked ? misfits.map(({ productId }) => productId) : [])
    setIds(known)
  }
  return { misfits, isKnown, set }
}

/** The id of the checkbox, for the buttons that need it checked. */
export const KNOWN_MISFITS_ID = 'known-misfits'

/** Names the parts that fit none of the cars, with a checkbox without which they cannot be ordered. */
export function KnownMisfits({ misfits, isKnown, set }: ReturnType<typeof useMisfits>) {
  if (misfits.length === 0) return null
  return (
    <Alert tone="caution" title="These parts fit none of your cars">
      <ul className="wrap-anywhere">
        {misfits.map(({ productId, name }) => (
          <li key={productId}>{name}</li>
        ))}
      </ul>
      <Checkbox
        id={KNOWN_MISFITS_ID}
        label="I know that these parts don't fit"
        checked={isKnown}
        onChange={({ target }) => set(target.checked)}
      />
    </Alert>
  )
}
