import { type FormEvent, type ReactNode, useState } from 'react'
import type { StoredLine } from '#domain/cart/merge-lines.ts'
import * as paths from '#paths.ts'
import { problemText } from '../../api-problem.ts'
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast-store.ts'

/**
 * Adds parts to the cart and stays on the page. Before its scripts are there, the form opens the cart, which
 * adds them. `children`: a field `quantity` in place of the hidden one.
 */
export function AddToCart({
  id,
  parts,
  name,
  label = 'Add to Cart',
  describedBy,
  className,
  children,
  ...look
}: {
  /** For a button elsewhere on the page. */
  id?: string
  parts: readonly StoredLine[]
  /** Of the one part. */
  name?: string
  label?: string
  describedBy?: string | undefined
  className?: string
  children?: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  full?: boolean
}) {
  const [busy, setBusy] = useState(false)
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await addOrReport(addedLines(new FormData(event.currentTarget)), name)
    setBusy(false)
  }
  return (
    <form id={id} action={paths.cart()} onSubmit={(event) => void add(event)} className={className}>
      {parts.map(({ productId, quantity }) => (
        <span key={productId} hidden>
          <input type="hidden" name="add" value={productId} />
          {!children && <input type="hidden" name="quantity" value={quantity} />}
        </span>
      ))}
      {children}
      <Button type="submit" busy={busy} aria-describedby={describedBy} {...look}>
        {label}
      </Button>
    </form>
  )
}

/**
 * Adds lines to the cart, and says so, or why not. `name`: of the one part. Not by useMutation, which would
 * bring 0.8 KiB of code for calls to every list.
 */
export async function addOrReport(lines: readonly StoredLine[], name?: string): Promise<void> {
  try {
    const { addParts } = await import('./cart-calls.ts')
    await addParts(lines, addedText(lines, name))
  } catch (error) {
    toastError(problemText(error), { about: 'cart' })
  }
}

/** The lines in the fields of such a form, or in the address that it leads to: only whole ones. */
export function addedLines(fields: FormData | URLSearchParams): StoredLine[] {
  const quantities = fields.getAll('quantity').map(Number)
  return fields.getAll('add').flatMap((productId, at) => {
    const quantity = quantities[at] ?? 0
    return typeof productId === 'string' && Number.isInteger(quantity) && quantity > 0
      ? [{ productId, quantity }]
      : []
  })
}

/** "2 × Ceramic Brake Pads", "3 parts". */
function addedText(lines: readonly StoredLine[], name: string | undefined): string {
  if (name !== undefined && lines.length === 1) return `${lines[0]?.quantity} × ${name}`
  return lines.length === 1 ? '1 part' : `${lines.length} parts`
}
