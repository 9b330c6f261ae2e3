import { badParameter } from './api-error.ts'
import type { Params } from './form-body.ts'

/** The collections whose objects can be expanded. */
type Related = 'charges' | 'payment_intents'

/** The fields of each object that hold ids and can be expanded. */
const relations: ReadonlyMap<string, ReadonlyMap<string, Related>> = new Map([
  ['payment_intents', new Map([['latest_charge', 'charges']])],
  ['charges', new Map([['payment_intent', 'payment_intents']])],
  [
    'refunds',
    new Map([
      ['charge', 'charges'],
      ['payment_intent', 'payment_intents'],
    ]),
  ],
])

/** `prefix`: how the paths begin, `data.` in lists. `read` returns a related object. */
type ExpandOptions = {
  params: Params
  prefix?: string
  read: (related: Related, id: string) => Promise<object>
}

/**
 * `expand[]`: replaces ids by their objects.
 * @throws ApiError 400 for what cannot be expanded.
 */
export async function expand(
  collection: string,
  objects: readonly object[],
  { params, prefix = '', read }: ExpandOptions,
): Promise<object[]> {
  const paths = typeof params['expand'] === 'object' ? Object.values(params['expand']) : []
  const fields = paths.map((path) => {
    const field = typeof path === 'string' && path.startsWith(prefix) ? path.slice(prefix.length) : ''
    const related = relations.get(collection)?.get(field)
    if (!related) throw badParameter('expand', 'This property cannot be expanded.')
    return { field, related }
  })
  const expanded: object[] = []
  for (const object of objects) {
    const copy: Record<string, unknown> = { ...object }
    for (const { field, related } of fields) {
      const id = copy[field]
      if (typeof id === 'string') copy[field] = await read(related, id)
    }
    expanded.push(copy)
  }
  return expanded
}
