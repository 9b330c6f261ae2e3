import { useId, useRef } from 'react'
import { formatUsd } from '#domain/shared/money.ts'
import type { Product } from '#domain/products/product.ts'
import { LARGEST_PRICE, Repricing, repriced, SMALLEST_PRICE } from '#domain/products/reprice.ts'
import { ChangePreview } from '../../components/admin-list/bulk/change-preview.tsx'
import { formDraft } from '../../session/form-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { useFormCheck } from '../../ui/use-form-check.ts'

const AMOUNT_LABELS: Record<string, string> = {
  fixed: 'New price in dollars',
  up: 'Percent up',
  down: 'Percent down',
}

/**
 * Asks how the prices of these parts shall change, and shows each old price with the new one. `onChange` gets the parts whose
 * price becomes another, and answers whether all were changed; nothing is handed on while one of them would get a price that no
 * part may have. What was typed stays until it is done or canceled.
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
  onChange: (products: readonly Product[], repricing: Repricing) => Promise<boolean>
}) {
  const formId = useId()
  const first = useRef<HTMLSelectElement>(null)
  const form = useFormCheck(
    repricingOf(products),
    { way: 'up', amount: '' },
    readRepricing,
    formDraft('new prices'),
  )
  const repricing = Repricing.safeParse(readRepricing(form.values)).data
  const cancel = () => {
    onClose()
    form.reset()
  }
  const send = async (asked: Repricing) => {
    const changing = products.filter(({ price }) => repriced(price, asked) !== price)
    if (await onChange(changing, asked)) form.reset()
  }

  return (
    <Dialog
      open={open}
      onClose={cancel}
      title={`Change prices of ${products.length === 1 ? '1 product' : `${products.length} products`}`}
      initialFocus={first}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Change prices
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit(send)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select ref={first} label="Change" {...form.field('way')}>
            <option value="up">Up by a percentage</option>
            <option value="down">Down by a percentage</option>
            <option value="fixed">To one price</option>
          </Select>
          <TextField
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
    </Dialog>
  )
}

function readRepricing({ way, amount }: Record<'way' | 'amount', string>) {
  return { way, amount: readNumber(amount.replace(way === 'fixed' ? /^\s*\$/ : /%\s*$/, '')) }
}

/** A change that gives each of these parts a price that it may have, and at least one of them another. */
function repricingOf(products: readonly Product[]) {
  return Repricing.superRefine((asked, context) => {
    const prices = products.map(({ price }) => repriced(price, asked))
    const impossible = prices.filter((price) => price === null).length
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['amount'], message })
    if (impossible > 0)
      refuse(
        `${impossible === 1 ? 'One price' : `${impossible} prices`} would not be between ${formatUsd(SMALLEST_PRICE)} and ${formatUsd(LARGEST_PRICE)}.`,
      )
    else if (products.every(({ price }, at) => prices[at] === price)) refuse('No price would change.')
  })
}

function pricing(price: number, repricing: Repricing | undefined) {
  const before = formatUsd(price)
  if (!repricing) return { before, after: null }
  const after = repriced(price, repricing)
  return after === null ? { before, after, problem: 'not possible' } : { before, after: formatUsd(after) }
}
