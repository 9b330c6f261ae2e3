import { badParameter } from './api-error.ts'
import type { Params } from './form-body.ts'

/** Collections that objects of another one can be fetched from. */
type Related = 'charges' | 'payment_intents'

/** Which fields of an object are ids that can be asked for as whole objects. */
const relations: Readonly<Record<string, Readonly<Record<string, Related>>>> = {
  payment_intents: { latest_charge: 'charges' },
  charges: { payment_intent: 'payment_intents' },
  refunds: { charge: 'charges', payment_intent: 'payment_intents' },
}

/**
 * `expand[]`: puts whole objects where their ids stand. In lists the paths begin with `data.`.
 * @throws ApiError 400 for what cannot be expanded.
 */
export async function expand(
  collection: string,
  objects: readonly object[],
  params: Params,
  read: (related: Related, id: string) => Promise<object>,
  prefix = '',
): Promise<object[]> {
  const asked = typeof params['expand'] === 'object' ? Object.values(params['expand']) : []
  const fields = asked.map((path) => {
    const field = typeof path === 'string' && path.startsWith(prefix) ? path.slice(prefix.length) : ''
    const related = relations[collection]?.[field]
    if (!related) throw badParameter('expand', 'This property cannot be expanded.')
    return { field, related }
  })
  const expanded: object[] = []
  for (const object of objects) {
    const whole: Record<string, unknown> = { ...object }
    for (const { field, related } of fields) {
      const id = whole[field]
      if (typeof id === 'string') whole[field] = await read(related, id)
    }
    expanded.push(whole)
  }
  return expanded
}
