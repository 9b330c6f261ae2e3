import { useState } from 'react'
import { changeReturn } from '#contract/returns.ts'
import type { Return } from '#domain/returns/return.ts'
import { returnedText } from '#domain/returns/returned-text.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { NextOfReturn } from '../../components/returns/next-of-return.tsx'
import { ReturnStatePill } from '../../components/returns/return-state.tsx'
import { useStoreDay } from '../../components/returns/use-store-day.ts'
import { Button, LinkButton, TextLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useAdminOutcome } from './ship-buttons.tsx'

/** The returns of an order, and its old parts that have not come back. Nothing without either. */
export function ReturnsCard({ purchase, isAdmin }: { purchase: ShownPurchase; isAdmin: boolean }) {
  const day = useStoreDay()
  const { returns } = purchase
  const cores = purchase.lines.flatMap((line) => (line.cores ? { ...line, ...line.cores } : []))
  if (returns.length + cores.length === 0) return null
  return (
    <Card
      as="section"
      aria-labelledby="order-returns"
      className="print:shadow-none flex flex-col gap-4 md:col-span-2"
    >
      <h2 id="order-returns" className="text-2xl">
        Returns
      </h2>
      {cores.length > 0 && (
        <ul aria-label="Old parts to send back" className="flex flex-col gap-2">
          {cores.map(({ orderId, name, open, until, coreDeposit }) => (
            <li key={orderId} className="wrap-anywhere">
              <span className="font-semibold">{name}</span>: {formatCountOf(open, 'old part')} to send back by{' '}
              {day(until)}
              {coreDeposit !== undefined && ` · ${formatUsd(coreDeposit)} deposit${open > 1 ? ' each' : ''}`}
            </li>
          ))}
        </ul>
      )}
      {returns.length > 0 && (
        <ul aria-label="Returns" className="divide-y divide-line border-y border-line">
          {returns.map((one) => (
            <OneReturn key={one._id} purchase={purchase} one={one} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function OneReturn({ purchase, one, isAdmin }: { purchase: ShownPurchase; one: Return; isAdmin: boolean }) {
  const { _id, number, state, note } = one
  const [isCanceling, setCanceling] = useState(false)
  const cancel = useMutation(changeReturn, {
    ...useAdminOutcome(purchase),
    done: `Return ${number} canceled`,
  })
  return (
    <li aria-label={number} className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {isAdmin ? (
          <TextLink to={paths.returnDetails(_id)} className="font-semibold hover:text-signal">
            {number}
          </TextLink>
        ) : (
          <span className="font-semibold">{number}</span>
        )}
        <ReturnStatePill state={state} />
        <span>
          <NextOfReturn one={one} isAdmin={isAdmin} />
        </span>
      </p>
      <p className="wrap-anywhere">{returnedText(one.lines)}</p>
      {note && <p className="whitespace-pre-line wrap-anywhere">“{note}”</p>}
      {(state === 'requested' || state === 'approved') && (
        <div className="mt-1 flex flex-wrap gap-2 print:hidden">
          {state === 'approved' && (
            <LinkButton size="sm" to={paths.returnSlip(_id)} aria-label={`Print return slip ${number}`}>
              Print return slip
            </LinkButton>
          )}
          <Button size="sm" aria-label={`Cancel return ${number}`} onClick={() => setCanceling(true)}>
            Cancel return
          </Button>
        </div>
      )}
      {isCanceling && (
        <ConfirmDialog
          title={`Cancel return ${number}?`}
          message={`Nothing is refunded for it. The parts can be returned later, while there is time.${isAdmin ? ' Its customer gets an email.' : ''}`}
          confirmLabel="Cancel return"
          busy={cancel.busy}
          onCancel={() => setCanceling(false)}
          onConfirm={() => {
            setCanceling(false)
            void cancel.send({ params: { id: _id }, body: { state: 'canceled' } })
          }}
        />
      )}
    </li>
  )
}
