import { useRevalidator } from 'react-router'
import { addOrderNote } from '#contract/orders.ts'
import { OrderNoteInput, type OrderRecord } from '#domain/orders/order-record.ts'
import { type Purchase, purchaseStatus } from '#domain/orders/purchase.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { CopyableId } from '../../components/detail-list/copyable-id.tsx'
import { AdminStatus } from '../../components/order-card/admin-status.tsx'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'
import { OrderHistory } from './order-history.tsx'

/** For admins: that other orders could go into the same parcel. */
export function ShipTogether({ orders }: { orders: OrderRecord['together'] }) {
  if (orders.length === 0) return null
  return (
    <div className="mb-6 print:hidden">
      <Alert title="Ship together?">
        <p>
          {orders.length === 1 ? 'Another paid order goes' : 'Other paid orders go'} to the same address:{' '}
          {orders.map(({ _id, number }, at) => (
            <span key={_id}>
              {at > 0 && ', '}
              <TextLink to={paths.order(_id)}>{number}</TextLink>
            </span>
          ))}
        </p>
      </Alert>
    </div>
  )
}

/** For admins, below an order: its customer, notes, and what has happened. */
export function OrderDesk({ purchase, record }: { purchase: Purchase; record: OrderRecord }) {
  return (
    <div className="flex min-w-0 flex-col gap-6 md:col-span-2 print:hidden">
      <CustomerCard purchase={purchase} record={record} />
      <Notes purchase={purchase} notes={record.notes} />
      <OrderHistory purchase={purchase} record={record} />
    </div>
  )
}

function CustomerCard({ purchase, record }: { purchase: Purchase; record: OrderRecord }) {
  const { customer, otherOrders } = record
  const others = [...Map.groupBy(otherOrders, (other) => other.purchase?._id ?? other._id)]
  const hidden = customer.orders - 1 - others.length
  const contact = [purchase.name, purchase.email, purchase.phone, purchase.address].filter(Boolean).join('\n')
  return (
    <Card as="section" aria-labelledby="order-customer" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="order-customer" className="text-2xl">
          Customer
        </h2>
        <p className="text-ink-soft tabular-nums">
          {formatCountOf(customer.orders, 'order')}, {formatUsd(customer.spent)}
        </p>
      </div>
      <TextLink
        to={paths.customer(customer._id)}
        className="self-start font-semibold wrap-anywhere hover:text-signal"
      >
        {customer.name || purchase.email}
      </TextLink>
      {customer.closed && <p className="text-ink-soft">This customer has closed the account.</p>}
      {purchase.email !== '' && (
        <div className="whitespace-pre-line">
          <CopyableId name="contact" id={contact} />
        </div>
      )}
      {others.length > 0 && (
        <ul aria-label="Other orders of this customer" className="divide-y divide-line border-y border-line">
          {others.map(
            ([id, [first, ...more]]) =>
              first && (
                <li key={id} className="flex flex-wrap items-center gap-x-4">
                  <TextLink to={paths.order(id)} className="hover:text-signal">
                    {first.purchase?.number ?? first.number}
                  </TextLink>
                  <span className="min-w-0 grow basis-40 wrap-anywhere">
                    {first.productName}
                    {more.length > 0 && ` + ${more.length} more`}
                  </span>
                  <span className="tabular-nums">{formatUsd(first.purchase?.total ?? first.totalPrice)}</span>
                  <AdminStatus
                    status={purchaseStatus(
                      [first, ...more].map((one) => ({ ...one, partly: one.shippedQty !== undefined })),
                    )}
                  />
                </li>
              ),
          )}
        </ul>
      )}
      {hidden > 0 && (
        <TextLink to={paths.customer(customer._id)} className="self-start">
          {formatCountOf(hidden, 'more order')}
        </TextLink>
      )}
    </Card>
  )
}

function Notes({ purchase, notes }: { purchase: Purchase; notes: OrderRecord['notes'] }) {
  const form = useForm(OrderNoteInput, { text: '' }, { drafts: formDraft(`note ${purchase._id}`) })
  const { revalidate } = useRevalidator()
  const { busy, problem, send } = useMutation(addOrderNote, {
    form,
    about: purchase._id,
    done: 'Note added',
    next() {
      form.reset({ text: '' })
      return revalidate()
    },
  })
  return (
    <Card as="section" aria-labelledby="order-notes" className="flex flex-col gap-4">
      <div>
        <h2 id="order-notes" className="text-2xl">
          Notes
        </h2>
        <p className="text-ink-soft">Only admins see them. A note can’t be changed later.</p>
      </div>
      <form
        {...form.props((body) => send({ params: { id: purchase._id }, body }))}
        className="flex flex-col items-start gap-3"
      >
        <div className="w-full">
          <TextArea label="New note" required rows={2} autoComplete="off" {...form.field('text')} />
        </div>
        <FormError>{problem}</FormError>
        <Button type="submit" busy={busy} busyLabel="Adding">
          Add note
        </Button>
      </form>
      {notes.length > 0 && (
        <ul aria-label="Notes" className="divide-y divide-line border-y border-line">
          {notes.map(({ _id, at, author, text }) => (
            <li key={_id} className="py-2">
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              <p className="text-sm text-ink-soft">
                {author.name || author.email}, <time dateTime={at}>{formatMoment(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
