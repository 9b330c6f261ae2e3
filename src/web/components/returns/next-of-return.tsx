import type { Return } from '#domain/returns/return.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { formatLocalDay } from '../order-card/order-dates.ts'
import { stateSince } from './return-state.tsx'
import { useStoreDay } from './use-store-day.ts'

/** What happens next to a return, or has happened, in a few words for its customer or an admin. */
export function NextOfReturn({ one, isAdmin = false }: { one: Return; isAdmin?: boolean }) {
  const day = useStoreDay()
  const { state, sendBy, refunded = 0 } = one
  const since = <time dateTime={stateSince(one)}>{formatLocalDay(stateSince(one))}</time>
  switch (state) {
    case 'requested':
      return isAdmin ? <>Waits for your decision since {since}</> : <>We’ll look at it and email you</>
    case 'approved':
      return sendBy === undefined ? <>On its way</> : <>To be sent by {day(sendBy)}</>
    case 'received':
      return (
        <>
          {since}: {refunded > 0 ? `${formatUsd(refunded)} goes back to the card` : 'nothing is refunded'}
        </>
      )
    default:
      return since
  }
}
