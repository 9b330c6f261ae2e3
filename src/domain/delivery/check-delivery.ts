import type { z } from 'zod'

/** Areas of all zones together. */
export const MAX_AREAS = 2000

/** What the rules about several rows look at. */
type Checked = {
  methods: readonly { _id: string; name: string; daysMin: number; daysMax: number }[]
  zones: readonly {
    _id: string
    name: string
    areas: readonly { country: string; region?: string | undefined; postalPrefix?: string | undefined }[]
  }[]
  prices: readonly { methodId: string; zoneId: string; upToGrams: number; price: number }[]
  terms: readonly { methodId: string; zoneId: string }[]
}

/**
 * The rules of a delivery about several of its rows: ids and names are used once, areas are in one zone,
 * prices and terms are of methods and zones that exist, and the steps of a method and zone go from light to
 * heavy, whose price never falls.
 */
export function checkDelivery(
  { methods, zones, prices, terms }: Checked,
  context: z.core.$RefinementCtx,
): void {
  const report = (path: readonly (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: [...path], message })

  for (const [list, rows, one] of [
    ['methods', methods, 'method'],
    ['zones', zones, 'zone'],
  ] as const) {
    const ids = new Set<string>()
    const names = new Set<string>()
    for (const [at, { _id, name }] of rows.entries()) {
      if (ids.has(_id)) report([list, at, '_id'], `Another ${one} has this id`)
      if (names.has(name.toLowerCase())) report([list, at, 'name'], `Another ${one} has this name`)
      ids.add(_id)
      names.add(name.toLowerCase())
    }
  }
  for (const [at, { daysMin, daysMax }] of methods.entries())
    if (daysMax < daysMin) report(['methods', at, 'daysMax'], `Must be at least ${daysMin}`)

  const zoneOfArea = new Map<string, string>()
  for (const [at, { name, areas }] of zones.entries())
    for (const [place, { country, region = '', postalPrefix = '' }] of areas.entries()) {
      const area = `${country}/${region}/${postalPrefix}`
      const other = zoneOfArea.get(area)
      if (other !== undefined) report(['zones', at, 'areas', place], `This area is in ${other} already`)
      zoneOfArea.set(area, name)
    }
  if (zones.reduce((sum, { areas }) => sum + areas.length, 0) > MAX_AREAS)
    report(['zones'], `Enter at most ${MAX_AREAS} areas`)

  const methodIds = new Set(methods.map(({ _id }) => _id))
  const zoneIds = new Set(zones.map(({ _id }) => _id))
  const checkReferences = (
    list: 'prices' | 'terms',
    at: number,
    row: { methodId: string; zoneId: string },
  ) => {
    if (!methodIds.has(row.methodId)) report([list, at, 'methodId'], 'There is no such method')
    if (!zoneIds.has(row.zoneId)) report([list, at, 'zoneId'], 'There is no such zone')
  }
  const lastSteps = new Map<string, { upToGrams: number; price: number }>()
  for (const [at, step] of prices.entries()) {
    checkReferences('prices', at, step)
    const pair = `${step.methodId}/${step.zoneId}`
    const last = lastSteps.get(pair)
    if (last && step.upToGrams <= last.upToGrams)
      report(['prices', at, 'upToGrams'], 'Must be heavier than the step before')
    else if (last && step.price < last.price)
      report(['prices', at, 'price'], 'Must cost at least as much as the step before')
    lastSteps.set(pair, step)
  }
  const pairs = new Set<string>()
  for (const [at, term] of terms.entries()) {
    checkReferences('terms', at, term)
    const pair = `${term.methodId}/${term.zoneId}`
    if (pairs.has(pair)) report(['terms', at], 'This method and zone have terms already')
    pairs.add(pair)
  }
}
