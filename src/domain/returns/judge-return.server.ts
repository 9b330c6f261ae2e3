import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { quantityText } from '../products/unit.ts'
import { formatDay } from '../shared/day.ts'
import { formatCountOf } from '../shared/format-count.ts'
import { ok, type Outcome, refusedField } from '../shared/outcome.ts'
import { dayOf, shopTimeZone } from '../shared/shop-days.ts'
import type { ReturnContent, ReturnFacts } from './return-facts.server.ts'
import { type ReturnInput, STORE_FAULTS } from './return.ts'

/**
 * Whether a return is approved at once, or waits for an admin: for a part that cannot be returned, but was
 * damaged or the wrong one; and for what only an admin may ask, outside of the days. Refusals:
 * nothing_to_return; return_window_over; not_returnable; each with the line.
 */
export function judgeReturn(
  facts: readonly ReturnFacts[],
  lines: ReturnInput['lines'],
  viewer: Viewer,
  content: ReturnContent,
): Outcome<'approved' | 'requested'> {
  let waits = false
  for (const [at, line] of lines.entries()) {
    const fact = facts.find(({ orderId }) => orderId === line.orderId)
    if (!fact) return unknownPart(at)
    const judged = judgeLine(fact, line, at, content)
    if (!judged.ok && (judged.refusal.code === 'nothing_to_return' || !isAdmin(viewer))) return judged
    waits ||= !judged.ok || judged.value === 'requested'
  }
  return ok(waits ? 'requested' : 'approved')
}

/** The refusal of a line whose part is of another purchase, or not of this return. */
export function unknownPart(at: number): Outcome<never> {
  return refusedField(`lines.${at}.orderId`, 'not_found', 'This part is not of this order', 'unknown_line')
}

function judgeLine(
  fact: ReturnFacts,
  { core, quantity, reason }: ReturnInput['lines'][number],
  at: number,
  content: ReturnContent,
): Outcome<'approved' | 'requested'> {
  const { name, unit } = fact
  const left = core ? fact.cores : fact.parts
  const [what, until, isOver] = core
    ? [`the old part of ${name}`, fact.coresUntil, fact.coresAreOver]
    : [name, fact.until, fact.isOver]
  if (quantity > left)
    return refusedField(`lines.${at}.quantity`, 'nothing_to_return', tooMany(fact, core), 'too_high')
  const field = `lines.${at}.orderId`
  if (until === null)
    return refusedField(
      field,
      'not_returnable',
      `${name} can't be returned on this page. Write to us to arrange it.`,
      'invalid',
    )
  if (isOver) {
    const day = formatDay(dayOf(until, shopTimeZone(content)))
    return refusedField(
      field,
      'return_window_over',
      `You could send back ${what} until ${day}. Write to us if something is wrong with it.`,
      'invalid',
    )
  }
  if (core || fact.returnable) return ok('approved')
  return reason !== undefined && STORE_FAULTS.includes(reason)
    ? ok('requested')
    : refusedField(
        field,
        'not_returnable',
        `${name} can't be returned, unless it is damaged, defective or not what you ordered.`,
        'invalid',
      )
  function tooMany({ parts, cores }: ReturnFacts, core: boolean): string {
    if (core)
      return cores === 0
        ? `No deposit for ${name} is left to give back.`
        : `Only ${formatCountOf(cores, 'old part')} of ${name} can be sent back.`
    return parts === 0
      ? `Nothing of ${name} is left to return.`
      : `Only ${quantityText(parts, unit)} of ${name} can be returned.`
  }
}
