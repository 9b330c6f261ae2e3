import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RecordedCall } from './recorded-calls.ts'

const root = path.join(import.meta.dirname, '../../..')
/** The type of the SDK for the objects at a path. */
const TYPES: readonly (readonly [path: RegExp, type: string])[] = [
  [/^\/v1\/payment_intents$/, 'PaymentIntent'],
  [/^\/v1\/payment_intents\/\w+(\/\w+)?$/, 'PaymentIntent'],
  [/^\/v1\/refunds(\/\w+)?$/, 'Refund'],
  [/^\/v1\/charges(\/\w+)?$/, 'Charge'],
  [/^\/v1\/events(\/\w+)?$/, 'Event'],
]

const HEAD = `
  import type Stripe from 'stripe'
  const check = <T>() => <V extends T>(value: V) => value
  export { check }
  export const response = `

/**
 * Mismatches between these responses and the types of the installed `stripe` package: the compiler checks
 * them as literals.
 * @param exact whether a field that the types do not have is a problem. The real provider may be newer than
 * the package.
 */
export function typeProblems(
  calls: readonly RecordedCall[],
  webhooks: readonly unknown[],
  exact: boolean,
): string {
  const responses = [
    ...calls.map(({ method, path: at, status, body }) => ({
      name: `${method} ${at} ${status}`,
      type: typeOf(method, at, status),
      body,
    })),
    ...webhooks.map((body, at) => ({ name: `webhook ${at}`, type: 'Stripe.Event', body })),
  ]
  const cache = path.join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'stripe-types-'))
  try {
    const files = responses.map(({ name, type, body }, at) => {
      const file = path.join(folder, `${name.replaceAll(/\W+/g, '-')}-${at}.ts`)
      const json = JSON.stringify(body, null, 1)
      writeFileSync(file, HEAD + (exact ? `${json} satisfies ${type}` : `check<${type}>()(${json})`))
      return file
    })
    const options =
      '--ignoreConfig --noEmit --strict --skipLibCheck --exactOptionalPropertyTypes --module nodenext --target esnext --types node'
    const tsc = path.join(root, 'node_modules/.bin/tsc')
    const { stdout, stderr, status, error } = spawnSync(tsc, [...options.split(' '), ...files], {
      cwd: root,
      encoding: 'utf8',
    })
    if (error) throw error
    return status === 0 ? '' : (stdout + stderr).replaceAll(`${path.relative(root, folder)}${path.sep}`, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function typeOf(method: string, at: string, status: number): string {
  if (status >= 400) return '{ error: Stripe.StripeRawError }'
  const type = TYPES.find(([pattern]) => pattern.test(at))?.[1]
  if (type === undefined) throw new Error(`no type for ${method} ${at}`)
  const isList = method === 'GET' && /^\/v1\/\w+$/.test(at)
  return isList ? `Stripe.ApiList<Stripe.${type}>` : `Stripe.${type}`
}
