import { type ApiResponse, type Client, insist, newKey } from './client.ts'
import type { Kind } from './history.ts'

type Line = {
  orderId: string
  quantity: number
  shippedQty: number
  canceledQty: number
  coreDeposit?: number
}
type Return = { _id: string; state: string; lines: { orderId: string; core: boolean; quantity: number }[] }
type Read = { status: string; lines: Line[]; returns: Return[] }

/** What is done to a purchase that is paid: its name, the path and the body of the request. */
type Step = { kind: Kind; subject?: string; path: string; json: object }

/** Does one thing with a paid purchase: ships, cancels, refunds or returns some of it, or receives it. */
export async function workAfterSale(admin: Client, purchase: string): Promise<void> {
  const { random } = admin
  const { status, text } = await admin.attempt(
    { kind: 'look', subject: 'purchase' },
    { method: 'GET', path: `/purchase/${purchase}` },
  )
  if (status !== 200) return
  const steps = possibleSteps(admin, purchase, JSON.parse(text) as Read)
  if (steps.length === 0) return
  const { kind, subject = purchase, path, json } = random.pick(steps)
  const headers = newKey(random)
  await insist(random, () =>
    admin.attempt({ kind, subject }, { method: 'POST', path, json, headers }, madeBy),
  )
}

/** The id of what the request has made; a receipt without a refund makes nothing. */
function madeBy({ body }: ApiResponse): string | undefined {
  return body.insertedIds?.[0] ?? body.returnId ?? body.refundId
}

function possibleSteps({ random }: Client, purchase: string, { lines, returns }: Read): Step[] {
  const path = `/purchase/${purchase}`
  const some = (orderId: string, most: number) => ({ orderId, quantity: random.between(1, most) })
  const open = lines.flatMap(({ orderId, quantity, shippedQty, canceledQty }) => {
    const left = quantity - shippedQty - canceledQty
    return left > 0 ? [some(orderId, left)] : []
  })
  const sent = lines.filter(({ shippedQty }) => shippedQty > 0)
  const steps: Step[] = [
    { kind: 'refund', path: `${path}/refunds`, json: { goodwill: 1, note: 'It came late' } },
    {
      kind: 'refund',
      path: `${path}/refunds`,
      json: { lines: [some(random.pick(lines).orderId, 1)], note: 'It was scratched' },
    },
  ]
  if (open.length > 0) {
    const parcels = [{ lines: open, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }]
    steps.push({ kind: 'ship parcel', path: `${path}/shipments`, json: { parcels } })
    steps.push({ kind: 'cancel', path: `${path}/cancellations`, json: { lines: [random.pick(open)] } })
  }
  if (sent.length > 0) {
    const { orderId, coreDeposit } = random.pick(sent)
    const isCore = coreDeposit !== undefined && random.chance(0.5)
    const line = { ...some(orderId, 1), ...(isCore ? { core: true } : { reason: 'not_needed' }) }
    steps.push({ kind: 'return', path: `${path}/returns`, json: { lines: [line] } })
  }
  for (const { _id, lines: asked } of returns.filter(({ state }) => state === 'approved')) {
    const isKept = random.chance(0.7)
    const received = asked.map(({ orderId, core, quantity }) => {
      const restocked = isKept && !core ? quantity : 0
      return { orderId, core, received: quantity, restocked, writtenOff: quantity - restocked }
    })
    const json = { lines: received, refund: random.chance(0.8) }
    steps.push({ kind: 'receive', subject: _id, path: `/return/${_id}/receipt`, json })
  }
  return steps
}
