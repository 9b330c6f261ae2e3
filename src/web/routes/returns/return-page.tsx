import { useRevalidator } from 'react-router'
import { showPurchase, showRefundable } from '#contract/purchases.ts'
import { showReturn, showReturnable } from '#contract/returns.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { creditableLines } from '#domain/refunds/creditable-lines.ts'
import { type ListedReturn, type Returnable, RETURN_REASON_LABELS } from '#domain/returns/return.ts'
import { returnedText } from '#domain/returns/returned-text.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { Email } from '../../components/detail-list/email.tsx'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { ReturnStatePill } from '../../components/returns/return-state.tsx'
import { useStoreDay } from '../../components/returns/use-store-day.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton, TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/return-page'
import { DecideForm } from './decide-form.tsx'
import { ReceiveForm } from './receive-form.tsx'

const BACK = { to: paths.returns, label: 'Returns' }

// No data when it failed to load.
export const meta = (args: Route.MetaArgs) =>
  metaWithTitle(args.loaderData ? `Return ${args.loaderData.found.number}` : 'Return')(args)

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const found = await api(showReturn, { params })
  const { state } = found
  const of = { params: { id: found.purchase._id } }
  const [purchase, refundable, returnable] = await Promise.all([
    api(showPurchase, of),
    // What the parts are worth, to be shown before they are refunded.
    state === 'approved' || state === 'canceled'
      ? api(showRefundable, of).then(creditableLines, () => null)
      : null,
    state === 'canceled' ? api(showReturnable, of) : null,
  ])
  return { found, purchase, refundable, late: returnable ? stillFree(found, returnable) : [] }
})

/** What of a canceled return has neither come back nor been asked back since: its parcel may still arrive. */
function stillFree({ lines }: ListedReturn, returnable: Returnable): ListedReturn['lines'] {
  return lines.flatMap((line) => {
    const { quantity: parts = 0, cores = 0 } =
      returnable.lines.find(({ orderId }) => orderId === line.orderId) ?? {}
    const quantity = Math.min(line.quantity, line.core ? cores : parts)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

export const ErrorBoundary = errorBoundary('Return', BACK)

/** A return for admins: what comes back and why, the decision, and what arrived. */
export default function ReturnPage({ loaderData }: Route.ComponentProps) {
  const { found, purchase, refundable, late } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <>
      <PageHeading
        compact
        title={
          <>
            <span className="text-ink-soft">Return</span> {found.number}
          </>
        }
        actions={
          <>
            <LinkButton to={BACK.to}>{BACK.label}</LinkButton>
            {found.state === 'approved' && (
              <LinkButton to={paths.returnSlip(found._id)}>Return slip</LinkButton>
            )}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <ReturnedParts found={found} purchase={purchase} />
          {found.state === 'requested' && <DecideForm key={found._id} found={found} onDecided={revalidate} />}
          {found.state === 'approved' && (
            <ReceiveForm key={found._id} found={found} refundable={refundable} onReceived={revalidate} />
          )}
          {late.length > 0 && (
            <>
              <Alert title="This return was canceled">
                <p>Nothing is expected. If its parcel arrives all the same, enter what was in it.</p>
              </Alert>
              <ReceiveForm
                key={found._id}
                found={{ ...found, lines: late }}
                refundable={refundable}
                onReceived={revalidate}
              />
            </>
          )}
        </div>
        <ReturnFacts found={found} />
      </div>
    </>
  )
}

function ReturnedParts({ found, purchase }: { found: ListedReturn; purchase: Purchase }) {
  return (
    <Card as="section" aria-labelledby="returned-parts" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id="returned-parts" className="text-2xl">
          {found.state === 'received' ? 'What came back' : 'What comes back'}
        </h2>
        <ReturnStatePill state={found.state} />
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {found.lines.map((line) => {
          const fit = purchase.lines.find(({ orderId }) => orderId === line.orderId)?.fit
          return (
            <li key={`${line.orderId} ${line.core}`} className="py-2 wrap-anywhere">
              <p className="font-semibold">{returnedText([line])}</p>
              <p>
                {RETURN_REASON_LABELS[line.reason]}
                {line.words && `: “${line.words}”`}
              </p>
              {fit && !line.core && (
                <p className="text-sm text-ink-soft">When ordered: {orderFitText(fit)}</p>
              )}
              {found.state === 'received' && <p className="text-sm">{arrivedText(line)}</p>}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function arrivedText({ received, quantity, restocked, writtenOff }: ListedReturn['lines'][number]): string {
  if (received === 0) return 'Did not arrive'
  const where = [
    restocked > 0 && `${restocked} back into stock`,
    writtenOff > 0 && `${writtenOff} written off`,
  ]
  return `${received} of ${quantity} arrived: ${where.filter(Boolean).join(', ')}`
}

function ReturnFacts({ found }: { found: ListedReturn }) {
  const day = useStoreDay()
  const { customer, purchase, state, createdAt, decidedAt, receivedAt, sendBy, refunded = 0, note } = found
  const moment = (at: string | undefined) => at && <time dateTime={at}>{formatMoment(at)}</time>
  return (
    <Card as="section" aria-label="About this return">
      <DetailList
        details={[
          { name: 'Customer', value: customer.name },
          { name: 'Email', value: customer.email && <Email address={customer.email} /> },
          {
            name: 'Order',
            value: (
              <TextLink to={paths.order(purchase._id)} className="hover:text-signal">
                {purchase.number}
              </TextLink>
            ),
          },
          { name: 'Asked', value: moment(createdAt) },
          { name: state === 'declined' ? 'Declined' : 'Approved', value: moment(decidedAt) },
          { name: 'To be sent by', value: state === 'approved' && sendBy && day(sendBy) },
          { name: 'Received', value: moment(receivedAt) },
          { name: 'Refunded', value: state === 'received' && formatUsd(refunded) },
          { name: 'Note to the customer', value: note, className: 'whitespace-pre-line' },
        ]}
      />
    </Card>
  )
}
