/** The calls that a fault can be limited to with `on=`. The 3-D Secure page counts as `confirm`. */
export type Operation = 'create' | 'retrieve' | 'update' | 'confirm' | 'cancel' | 'refund' | 'list'

/**
 * The faults that can be injected:
 * `delay` waits that many ms before the work, `slow-reply` after it; `error` returns 500 without effect;
 * `lose-reply` does the work and drops the connection; `nonsense` and `amount` corrupt the response;
 * `lose-webhook`, `duplicate-webhook` and `delay-webhook` (ms) affect the events that the call causes.
 */
const names = [
  'delay',
  'slow-reply',
  'error',
  'lose-reply',
  'nonsense',
  'amount',
  'lose-webhook',
  'duplicate-webhook',
  'delay-webhook',
] as const
export type FaultName = (typeof names)[number]

const operations: readonly string[] = [
  'create',
  'retrieve',
  'update',
  'confirm',
  'cancel',
  'refund',
  'list',
] satisfies Operation[]
const inMs: readonly FaultName[] = ['delay', 'slow-reply', 'delay-webhook']
const MAX_MS = 120_000

type Fault = { name: FaultName; ms: number; left: number; on: readonly string[] | null }

/** A set of faults, consumed by requests. */
export type Faults = {
  /** Whether the fault applies now, and for how many ms; undefined = it does not. Each use counts. */
  take(name: FaultName, operation: Operation): number | undefined
  /** The remaining faults, in the syntax of parseFaults. */
  text(): string
}

/** Whether a fault applies to one request, and for how many ms. */
export type FaultLookup = (name: FaultName) => number | undefined

/** A fault text that cannot be parsed; the message gives the valid syntax. */
export class FaultSyntaxError extends Error {}

/**
 * Parses faults: `name=value` separated by commas; `on=create|confirm` and `times=2` apply to their whole
 * group; groups are separated by semicolons.
 * Values: `once`, `always` (or `wrong`), `off`, a number of times, or milliseconds for the three that wait. A
 * bare name means once.
 * Example: `delay=30000,on=create;error=once,on=confirm|cancel`.
 * @throws FaultSyntaxError
 */
export function parseFaults(text: string): Faults {
  const faults = text.split(';').flatMap(parseGroup)
  return {
    take(name, operation) {
      const fault = faults.find(
        (f) => f.name === name && f.left > 0 && (f.on === null || f.on.includes(operation)),
      )
      if (!fault) return undefined
      fault.left -= 1
      return fault.ms
    },
    text: () =>
      faults
        .filter((fault) => fault.left > 0)
        .map(printFault)
        .join(';'),
  }
}

function parseGroup(group: string): Fault[] {
  let on: string[] | null = null
  let times: number | null = null
  const faults: Fault[] = []
  for (const setting of group.split(',').map((part) => part.trim())) {
    if (setting === '') continue
    const [name = '', value = 'once'] = setting.split('=').map((part) => part.trim())
    if (name === 'on') on = parseOperations(value)
    else if (name === 'times') times = countOf(value)
    else faults.push(parseFault(name, value))
  }
  return faults.map((fault) => ({ ...fault, on, left: times ?? fault.left }))
}

function parseFault(name: string, value: string): Fault {
  const known = names.find((candidate) => candidate === name)
  if (!known)
    throw new FaultSyntaxError(`Unknown fault "${name}": use ${names.join(', ')}, with on= and times=.`)
  if (value === 'off') return { name: known, ms: 0, left: 0, on: null }
  if (!inMs.includes(known)) return { name: known, ms: 0, left: countOf(value), on: null }
  const ms = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
  if (!(ms <= MAX_MS)) throw new FaultSyntaxError(`${name}=${value}: give milliseconds, at most ${MAX_MS}.`)
  return { name: known, ms, left: Infinity, on: null }
}

function countOf(value: string): number {
  if (value === 'once') return 1
  if (value === 'always' || value === 'wrong') return Infinity
  if (/^\d{1,6}$/.test(value)) return Number(value)
  throw new FaultSyntaxError(`"${value}" is not a number of times: use once, always, off or a number.`)
}

function parseOperations(value: string): string[] {
  const values = value.split('|')
  const unknown = values.find((operation) => !operations.includes(operation))
  if (unknown !== undefined) throw new FaultSyntaxError(`on=${unknown}: use ${operations.join('|')}.`)
  return values
}

function printFault(fault: Fault): string {
  const count = fault.left === Infinity ? 'always' : String(fault.left)
  const head = inMs.includes(fault.name)
    ? `${fault.name}=${fault.ms},times=${count}`
    : `${fault.name}=${count}`
  return fault.on ? `${head},on=${fault.on.join('|')}` : head
}
