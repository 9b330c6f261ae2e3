import { useRevalidator } from 'react-router'
import { markMessage, showMessage } from '#contract/contact.ts'
import { isOwnOrder } from '#domain/contact/canned-answers.ts'
import type { MessageDetails } from '#domain/contact/contact-message.ts'
import { TOPIC_LABELS } from '#domain/contact/topic.ts'
import { type Purchase, purchaseTitle } from '#domain/orders/purchase.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { Email } from '../../components/detail-list/email.tsx'
import { AdminStatus } from '../../components/order-card/admin-status.tsx'
import { formatLocalDay, formatMoment } from '../../components/order-card/order-dates.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton, TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/message-page'
import { ReplyForm } from './reply-form.tsx'

const TITLE = 'Message'

// No data when it failed to load.
export const meta = (args: Route.MetaArgs) =>
  metaWithTitle(args.loaderData ? `Message from ${args.loaderData.name}` : TITLE)(args)

export const clientLoader = adminLoader(({ params }: Route.ClientLoaderArgs) =>
  api(showMessage, { params: { id: params.id } }),
)

export const ErrorBoundary = errorBoundary(TITLE, { to: paths.inbox, label: 'Inbox' })

/** A message with its sender's orders and cars, and a reply by the admin's own mail program. */
export default function MessagePage({ loaderData: message }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isDone = message.doneAt !== undefined
  const params = { id: message._id }
  const mark = useMutation((done: boolean) => api(markMessage, { params, body: { done } }), {
    about: message._id,
    done: (_, done) => (done ? 'The message is done' : 'The message is open again'),
    undo: (_, done) => () => void mark.send(!done),
    next: revalidate,
  })
  return (
    <>
      <PageHeading
        compact
        title={`Message from ${message.name}`}
        actions={
          <>
            <LinkButton to={paths.inbox}>Inbox</LinkButton>
            <Button
              variant={isDone ? 'quiet' : 'primary'}
              busy={mark.busy}
              onClick={() => void mark.send(!isDone)}
            >
              {isDone ? 'Open again' : 'Mark as done'}
            </Button>
          </>
        }
      />
      {mark.problem && (
        <Alert tone="danger" className="mb-4">
          {mark.problem}
        </Alert>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <DetailList
              details={[
                { name: 'Email', value: <Email address={message.email} /> },
                { name: 'Topic', value: TOPIC_LABELS[message.topic] },
                { name: 'Order number', value: message.orderNumber },
                { name: 'Sent', value: <Moment at={message.sentAt} /> },
                { name: 'Done', value: message.doneAt && <Moment at={message.doneAt} /> },
              ]}
            />
            <p className="mt-4 whitespace-pre-line wrap-anywhere">{message.message}</p>
          </Card>
          <ReplyForm key={message._id} message={message} />
        </div>
        <Sender message={message} />
      </div>
    </>
  )
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at)}</time>

/** What the store knows about the sender: the order that the message names, other orders, cars. */
function Sender({ message }: { message: MessageDetails }) {
  const { purchase: order, purchases, cars } = message
  const others = purchases.filter(({ _id }) => _id !== order?._id)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {order && (
        <Card>
          <h2 className="mb-2 text-2xl">The order</h2>
          {!isOwnOrder(message, order) && (
            <Alert tone="caution" className="mb-3">
              This order belongs to another email address. Don’t tell the sender about it before you know who
              it is.
            </Alert>
          )}
          <OrderLine order={order} />
        </Card>
      )}
      {message.orderNumber && !order && (
        <Alert tone="caution">There is no order {message.orderNumber}.</Alert>
      )}
      <Card>
        <h2 className="mb-2 text-2xl">{order ? 'Other orders' : 'Orders'}</h2>
        {others.length === 0 ? (
          <p className="text-ink-soft">No {order ? 'other ' : ''}orders from this email address.</p>
        ) : (
          <>
            <ul className="flex flex-col gap-3">
              {others.map((one) => (
                <li key={one._id}>
                  <OrderLine order={one} />
                </li>
              ))}
            </ul>
            <p className="mt-3">
              <TextLink
                className="wrap-anywhere"
                to={pathWithQuery(paths.manageOrders, { q: message.email })}
              >
                All orders of {message.email}
              </TextLink>
            </p>
          </>
        )}
      </Card>
      {cars.length > 0 && (
        <Card>
          <h2 className="mb-2 text-2xl">Cars</h2>
          <ul className="flex flex-col gap-1">
            {cars.map(({ _id, name }) => (
              <li key={_id}>{name}</li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function OrderLine({ order }: { order: Purchase }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 wrap-anywhere">
      <TextLink to={paths.order(order._id)} className="font-semibold">
        {order.number}
      </TextLink>
      <span>{purchaseTitle(order)}</span>
      <span className="text-sm text-ink-soft tabular-nums">
        {formatLocalDay(order.placedAt)} · {formatUsd(order.total)}
      </span>
      <AdminStatus status={order.status} />
    </div>
  )
}
