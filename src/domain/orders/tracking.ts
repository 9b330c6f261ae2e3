import { z } from 'zod'

/** Who carries parcels. The database has the same list (migration 044). */
export const CARRIERS = ['UPS', 'USPS', 'FedEx', 'DHL', 'Other'] as const
export const CarrierSchema = z.enum(CARRIERS, 'Choose a carrier of the list')
export type Carrier = z.infer<typeof CarrierSchema>

/** How a shipped order travels. */
export type Tracking = { carrier: Carrier; trackingNumber: string }
