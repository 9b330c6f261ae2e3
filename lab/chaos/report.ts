import { describeFinding } from '../../src/ops/verify.ts'
import { type Figure, table } from '../bench/figures.ts'
import { RULE_NAMES } from './check-history.ts'
import type { Outcome } from './history.ts'
import type { ChaosReport } from './run-chaos.ts'

const MAX_SHOWN = 40
const OUTCOMES = ['done', 'refused', 'unknown'] satisfies Outcome[]

/** True when no rule was broken. */
export function isClean({ breaches, findings, healedMs, crashes }: ChaosReport): boolean {
  return (
    crashes === 0 &&
    breaches.length === 0 &&
    findings.every((finding) => finding.breaches.length === 0) &&
    healedMs !== null
  )
}

/** The requests, the injected faults and the result, as tables. */
export function describeReport(report: ChaosReport): string {
  const { history } = report.run
  const kinds = Map.groupBy(history.attempts, ({ kind }) => kind)
  const operations = [...kinds].map(([kind, attempts]) => {
    const counts = OUTCOMES.map((outcome) => {
      const count = attempts.filter((attempt) => attempt.outcome === outcome).length
      return `${outcome} ${String(count).padStart(6)}`
    })
    return `${kind.padEnd(16)}${String(attempts.length).padStart(7)}   ${counts.join('   ')}`
  })
  const harm = Object.entries(report.harm).map(
    ([what, times]) => `${what.padEnd(28)}${String(times).padStart(6)}`,
  )
  return [operations.join('\n'), harm.join('\n'), table(figures(report))].join('\n\n')
}

/** The first breaches of each kind, and the stores' log lines about failures. */
export function describeBreaches({ breaches, findings, failures }: ChaosReport): string {
  const broken = findings.filter((finding) => finding.breaches.length > 0)
  return [
    ...broken.map(describeFinding),
    ...breaches.slice(0, MAX_SHOWN).map(({ rule, what }) => `✗ ${rule}: ${what}`),
    ...failures,
  ].join('\n')
}

function figures({ state, breaches, crashes, findings, healedMs, run }: ChaosReport): Figure[] {
  const none = { atMost: 0, digits: 0 }
  const broken = findings.filter((finding) => finding.breaches.length > 0).length
  const paid = state.orders.filter(({ transaction }) => transaction !== null)
  const ofCarts = new Set(paid.flatMap(({ id, purchase }) => (id === purchase ? [] : [purchase])))
  return [
    ...RULE_NAMES.map((name) => ({
      name: `breaches: ${name}`,
      value: breaches.filter(({ rule }) => rule === name).length,
      ...none,
    })),
    { name: 'stores that exited by themselves', value: crashes, ...none },
    { name: 'verify: broken rules', value: broken, ...none, note: `of ${findings.length}` },
    {
      name: 'healed after',
      value: (healedMs ?? Infinity) / 1_000,
      unit: ' s',
      atMost: 66,
      note:
        `${state.orders.length} orders, ${paid.length} paid, with ${ofCarts.size} purchases of several parts; ` +
        `${run.history.sights.length} looks at orders, ${run.history.carts.length} at carts`,
    },
  ]
}
