import { z } from 'zod'
import { boundedText } from '../shared/text.ts'
import { PiecesSchema } from './pieces.ts'

/** The carriers. The database has the same list. */
export const CARRIERS = ['UPS', 'USPS', 'FedEx', 'DHL', 'Other'] as const
const CarrierSchema = z.enum(CARRIERS, 'Choose a carrier from the list')
export type Carrier = z.infer<typeof CarrierSchema>

/**
 * A tracking number as printed on a label, in any case and with spaces. Only its length and characters are
 * checked, since carriers change their formats: a wrong number shows on the carrier's page, and can be
 * corrected.
 */
const TrackingNumberSchema = boundedText(80, {
  missing: 'Tracking number is required',
  tooLong: 'A tracking number has 4 to 40 letters, digits and hyphens',
})
  .overwrite(normalizeTrackingNumber)
  .regex(/^[A-Z0-9][A-Z0-9-]{2,38}[A-Z0-9]$/, 'A tracking number has 4 to 40 letters, digits and hyphens')

/** The carrier and tracking number of a shipped order. */
export const TrackingSchema = z.object({ carrier: CarrierSchema, trackingNumber: TrackingNumberSchema })
export type Tracking = z.infer<typeof TrackingSchema>

/** Body of `PATCH /order/shipped/{id}`: carrier and tracking number, or neither. */
export const ShipOrderInput = TrackingSchema.partial().superRefine(bothOrNeither)
export type ShipOrderInput = z.infer<typeof ShipOrderInput>

/** Body of `POST /purchase/{id}/shipments`. */
export const ShipPiecesInput = z.object({
  parcels: z
    .array(
      TrackingSchema.partial()
        .extend({
          lines: PiecesSchema.min(1, 'Choose what is in the parcel')
            .optional()
            .describe('What is in the parcel; default: all that is to ship'),
        })
        .superRefine(bothOrNeither),
    )
    .min(1, 'Enter at least one parcel')
    .max(20, 'At most 20 parcels at once'),
})
export type ShipPiecesInput = z.infer<typeof ShipPiecesInput>

function bothOrNeither(
  input: { carrier?: unknown; trackingNumber?: unknown },
  context: z.RefinementCtx,
): void {
  if (input.trackingNumber !== undefined && input.carrier === undefined)
    context.addIssue({ code: 'custom', path: ['carrier'], message: 'Choose a carrier from the list' })
  if (input.carrier !== undefined && input.trackingNumber === undefined)
    context.addIssue({ code: 'custom', path: ['trackingNumber'], message: 'Tracking number is required' })
}

/** Upper case, without spaces: as carriers print it and the database stores it. */
export function normalizeTrackingNumber(text: string): string {
  return text.replaceAll(/\s/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** The URL of each carrier's tracking page; the number is appended. */
const TRACKING_PAGES: Readonly<Record<Exclude<Carrier, 'Other'>, string>> = {
  UPS: 'https://www.ups.com/track?tracknum=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
}

/**
 * The carrier's tracking page for this parcel; null for an unknown carrier. The host is always the carrier's.
 */
export function trackingLink({ carrier, trackingNumber }: Tracking): string | null {
  return carrier === 'Other' ? null : TRACKING_PAGES[carrier] + encodeURIComponent(trackingNumber)
}

/** An order's tracking from its two fields in the API; null when it is not known. */
export function trackingOf(order: {
  carrier?: Carrier | undefined
  trackingNumber?: string | undefined
}): Tracking | null {
  const { carrier, trackingNumber } = order
  return carrier === undefined || trackingNumber === undefined ? null : { carrier, trackingNumber }
}
