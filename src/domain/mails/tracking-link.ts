/** The tracking pages of carriers; the number follows. */
const PAGES: Readonly<Record<string, string>> = {
  UPS: 'https://www.ups.com/track?tracknum=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
}

/** Where a package can be followed; null without a number, or for a carrier whose page is not known. */
export function trackingLink(carrier: string | null, trackingNumber: string | null): string | null {
  const page = carrier === null ? undefined : PAGES[carrier]
  return page === undefined || trackingNumber === null ? null : page + encodeURIComponent(trackingNumber)
}
