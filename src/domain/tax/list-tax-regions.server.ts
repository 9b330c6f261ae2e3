import { rateFromPpm } from '../shared/rate.ts'
import type { Shop } from '../shop.ts'
import { readAllTaxRegions } from './tax-region-queries.server.ts'
import type { ShownTaxRegion, TaxRegion } from './tax-region.ts'

/** Every tax region, past and future ones too, by place, and each place's newest first. Access: admins. */
export async function listTaxRegions({ db }: Pick<Shop, 'db'>): Promise<ShownTaxRegion[]> {
  return (await readAllTaxRegions(db)).map(shown)
}

function shown({ id, region, postalFrom, postalTo, ratePpm, validTo, ...same }: TaxRegion): ShownTaxRegion {
  return {
    _id: id,
    ...same,
    ...(region !== null && { region }),
    ...(postalFrom !== null && { postalFrom }),
    ...(postalTo !== null && { postalTo }),
    rate: rateFromPpm(ratePpm),
    ...(validTo !== null && { validTo }),
  }
}
