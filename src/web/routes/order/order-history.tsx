import { useRevalidator } from 'react-router'
import { sendOrderMailAgain } from '#contract/orders.ts'
import { actionLabel } from '#domain/audit/audit.ts'
import { maySendAgain } from '#domain/mails/mail-again.ts'
import { mailLabel } from '#domain/mails/mail.ts'
import type { OrderMail, OrderRecord } from '#domain/orders/order-record.ts'
import { lineNumber, openLines, type Purchase } from '#domain/orders/purchase.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { ChangedFacts } from '../../components/list/change-columns.tsx'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'

type Event =
  | { key: string; at: string; change: OrderRecord['changes'][number] }
  | { key: string; at: string; mail: OrderMail }

/** For admins: every change of an order and every email that it led to, newest first. */
export function OrderHistory({ purchase, record }: { purchase: Purchase; record: OrderRecord }) {
  const events: Event[] = [
    ...record.changes.map((change) => ({ key: change._id, at: change.at, change })),
    ...record.mails.map((mail) => ({ key: `${mail.kind} ${mail.about} ${mail.orderId}`, at: mail.at, mail })),
  ]
  events.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return (
    <Card as="section" aria-labelledby="order-history" className="flex flex-col gap-4">
      <h2 id="order-history" className="text-2xl">
        History
      </h2>
      <ol aria-label="History" className="divide-y divide-line border-y border-line">
        {events.map((event) => (
          <li key={event.key} className="py-2">
            {'mail' in event ? (
              <MailEvent
                purchase={purchase}
                mail={event.mail}
                // The text of older corrections is no longer true.
                isNewest={
                  // What was in a parcel stays true.
                  event.mail.kind === 'order_shipped' ||
                  record.mails.find(
                    ({ kind, orderId }) => kind === event.mail.kind && orderId === event.mail.orderId,
                  ) === event.mail
                }
                isClosed={record.customer.closed}
              />
            ) : (
              <ChangeEvent purchase={purchase} change={event.change} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function ChangeEvent({ purchase, change }: { purchase: Purchase; change: OrderRecord['changes'][number] }) {
  const { at, action, actor, orderId } = change
  const { shipmentId, ...after } = change.after ?? {}
  return (
    <>
      <p className="font-semibold">
        {actionLabel(action)}
        <OfPart purchase={purchase} orderId={orderId} />
        <span className="font-normal">{parcelText(purchase, shipmentId)}</span>
      </p>
      <p className="text-sm text-ink-soft">
        {actor ? actor.name || actor.email || actor._id : 'System'},{' '}
        <time dateTime={at}>{formatMoment(at)}</time>
      </p>
      {(change.before ?? change.after) && (
        <div className="text-sm">
          <ChangedFacts entry={{ before: change.before, after }} />
        </div>
      )}
    </>
  )
}

/** Names a later part of the order, which an event is about. */
function OfPart({ purchase, orderId }: { purchase: Purchase; orderId: string | undefined }) {
  return orderId === undefined ? null : (
    <span className="font-normal"> ({lineNumber(purchase, orderId)})</span>
  )
}

/** Numbers the parcel that an event is about, if the order has several: " (parcel 2)". */
function parcelText({ shipments, status }: Purchase, id: unknown): string {
  const at = shipments.findIndex(({ _id }) => _id === id)
  const isOnly = shipments.length === 1 && status !== 'partly_shipped'
  return at === -1 || isOnly ? '' : ` (parcel ${at + 1})`
}

type MailEventProps = { purchase: Purchase; mail: OrderMail; isNewest: boolean; isClosed: boolean }

function MailEvent({ purchase, mail, isNewest, isClosed }: MailEventProps) {
  const { kind, about, at, skipped, orderId } = mail
  const label = mailLabel(kind)
  const { revalidate } = useRevalidator()
  const { busy, problem, send } = useMutation(sendOrderMailAgain, {
    about: `${orderId ?? purchase._id} ${kind}`,
    done: 'The email is on its way again',
    next: () => revalidate(),
  })
  const state = { paid: purchase.paid, shipped: openLines(purchase).length === 0 }
  const canSend = isNewest && !isClosed && purchase.email !== '' && maySendAgain(kind, state)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-semibold">
          Email: {label}
          <OfPart purchase={purchase} orderId={orderId} />
          <span className="font-normal">{parcelText(purchase, about)}</span>
        </p>
        <p className="text-sm text-ink-soft">
          <time dateTime={at}>{formatMoment(at)}</time>
          {skipped && `, not sent: ${SKIPPED.get(skipped) ?? skipped}`}
        </p>
        <FormError>{problem}</FormError>
      </div>
      {canSend && (
        <Button
          size="sm"
          busy={busy}
          busyLabel="Sending"
          aria-label={`Send again: ${label}${parcelText(purchase, about)}`}
          onClick={() => void send({ params: { id: orderId ?? purchase._id }, body: { kind, about } })}
        >
          Send again
        </Button>
      )}
    </div>
  )
}

/** The reasons of order_mails, whose texts must not change, in words for admins. */
const SKIPPED: ReadonlyMap<string, string> = new Map([
  ['off', 'the store gets no such emails'],
  ['no address', 'the address can’t get emails'],
  ['deleted meanwhile', 'the order was deleted first'],
  ['paid meanwhile', 'the receipt has everything'],
  ['too many', 'too many emails in a short time'],
])
