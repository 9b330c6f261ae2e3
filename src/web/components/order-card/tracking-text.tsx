import { type Tracking, trackingLink } from '#domain/orders/tracking.ts'

/** The carrier and the tracking number, as a link to the carrier's page where there is one. */
export function TrackingText({ tracking }: { tracking: Tracking }) {
  const { carrier, trackingNumber } = tracking
  const link = trackingLink(tracking)
  const number = <span className="font-mono wrap-anywhere">{trackingNumber}</span>
  if (link === null)
    return (
      <>
        {carrier === 'Other' ? 'Tracking number' : carrier} {number}
      </>
    )
  return (
    // The carrier is not told which page of the store led to it.
    <a
      href={link}
      rel="noreferrer"
      className="relative inline-flex min-h-11 flex-wrap items-center gap-x-1.5 text-ink underline underline-offset-4 hover:text-signal"
    >
      Track with {carrier}: {number}
    </a>
  )
}
