import { type RefObject, useId, useRef } from 'react'
import { formatUsd } from '#domain/money.ts'
import type { Product } from '#domain/products/product.ts'
import { LARGEST_PRICE, Repricing, repriced, SMALLEST_PRICE } from '#domain/products/reprice.ts'
import { ChangePreview } from '../../components/bulk/change-preview.tsx'
import { readNumber } from '../../components/product-form/product-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { useFormCheck } from '../../ui/use-form-check.ts'

/**
 * Asks how the prices of these parts shall change, and shows each old price with the new one. `onChange` gets the parts whose
 * price becomes another; nothing is handed on while one of them would get a price that no part may have.
 */
export function PriceDialog({
  open,
  products,
  onClose,
  onChange,
}: {
  open: boolean
  products: readonly Product[]
  onClose: () => void
  onChange: (products: readonly Product[], repricing: Repricing) => void
}) {
  const formId = useId()
  const first = useRef<HTMLSelectElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Change prices of ${products.length === 1 ? '1 product' : `${products.length} products`}`}
      initialFocus={first}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Change prices
          </Button>
        </>
      }
    >
      <PriceForm id={formId} products={products} first={first} onChange={onChange} />
    </Dialog>
  )
}

const AMOUNT_LABELS: Record<string, string> = {
  fixed: 'New price in dollars',
  up: 'Percent up',
  down: 'Percent down',
}

function PriceForm({
  id,
  products,
  first,
  onChange,
}: {
  id: string
  products: readonly Product[]
  first: RefObject<HTMLSelectElement | null>
  onChange: (products: readonly Product[], repricing: Repricing) => void
}) {
  const read = ({ way, amount }: Record<'way' | 'amount', string>) => ({
    way,
    amount: readNumber(amount.replace(way === 'fixed' ? /^\s*\$/ : /%\s*$/, '')),
  })
  const form = useFormCheck(Repricing, { way: 'up', amount: '' }, read)
  const amount = useRef<HTMLInputElement>(null)
  const way = form.field('way')
  const repricing = Repricing.safeParse(read(form.values)).data

  const send = (asked: Repricing) => {
    const prices = products.map(({ price }) => repriced(price, asked))
    const refuse = (message: string) => {
      form.refuse([{ field: 'amount', message }])
      amount.current?.focus()
    }
    const impossible = prices.filter((price) => price === null).length
    if (impossible > 0)
      return refuse(
        `${impossible === 1 ? 'One price' : `${impossible} prices`} would not be between ${formatUsd(SMALLEST_PRICE)} and ${formatUsd(LARGEST_PRICE)}.`,
      )
    const changing = products.filter(({ price }, at) => prices[at] !== price)
    if (changing.length === 0) return refuse('No price would change.')
    onChange(changing, asked)
  }

  return (
    <form id={id} noValidate onSubmit={form.submit(send)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          ref={first}
          label="Change"
          {...way}
          onChange={(event) => {
            way.onChange(event)
            form.refuse([])
          }}
        >
          <option value="up">Up by a percentage</option>
          <option value="down">Down by a percentage</option>
          <option value="fixed">To one price</option>
        </Select>
        <TextField
          ref={amount}
          label={AMOUNT_LABELS[form.values.way] ?? ''}
          inputMode="decimal"
          autoComplete="off"
          required
          className="tabular-nums"
          {...form.field('amount')}
        />
      </div>
      <ChangePreview
        lines={products.map(({ _id, name, price }) => ({ id: _id, name, ...pricing(price, repricing) }))}
      />
      <p className="text-sm text-ink-soft">Open orders keep the price that they were placed with.</p>
    </form>
  )
}

function pricing(price: number, repricing: Repricing | undefined) {
  const before = formatUsd(price)
  if (!repricing) return { before, after: null }
  const after = repriced(price, repricing)
  return after === null ? { before, after, problem: 'not possible' } : { before, after: formatUsd(after) }
}
