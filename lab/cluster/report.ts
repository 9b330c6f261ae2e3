import { describeFinding } from '../../src/ops/verify.ts'
import { RULE_NAMES } from '../chaos/check-history.ts'
import { longestGap } from './order-gaps.ts'
import type { ClusterReport } from './run-cluster.ts'

const MAX_SHOWN = 40

/** True when no acknowledged write was lost, no rule was broken, and no store ended. */
export function isClean(report: ClusterReport): boolean {
  return (
    report.breaches.length === 0 &&
    report.lostProbes.length === 0 &&
    report.findings.every(({ breaches }) => breaches.length === 0) &&
    report.ended === 0 &&
    report.settled
  )
}

/** The run as Markdown, as in docs/cluster.md. */
export function describeReport(report: ClusterReport): string {
  const { run, state, faults, visits } = report
  const ordered = acknowledged(report, 'order')
  const rows = faults.map((fault, i) => {
    const gap = longestGap(ordered, fault)
    return [
      `${i + 1}`,
      `${fault.machine} ${fault.fault}`,
      seconds(fault.electedAt - fault.from),
      seconds(fault.writableAt - fault.from),
      gap ? seconds(gap.to - gap.from) : 'no order after it',
      String(Math.round(Math.min(...ordered.filter((at) => at > fault.writableAt)) - fault.writableAt)),
      seconds(fault.to - fault.from),
      String(fault.acknowledgedByOld),
    ]
  })
  const during = visits.filter(({ at }) => faults.some((fault) => at > fault.from && at < fault.writableAt))
  const shown = during.filter(({ status }) => status === 200)
  const slowest = faults
    .map((fault) => ({ fault, gap: longestGap(ordered, fault) }))
    .flatMap(({ fault, gap }) => (gap ? [{ fault, ms: gap.to - gap.from }] : []))
    .toSorted((a, b) => b.ms - a.ms)[0]
  const paid = state.orders.filter(({ transaction }) => transaction !== null).length
  const figures: [string, string | number][] = [
    ['acknowledged orders', ordered.length],
    ['acknowledged charges', acknowledged(report, 'charge').length],
    ['orders in the end, paid', `${state.orders.length}, ${paid}`],
    ...RULE_NAMES.map((name): [string, number] => [
      `breaches: ${name}`,
      report.breaches.filter(({ rule }) => rule === name).length,
    ]),
    [
      'writes that a broken leader acknowledged itself, lost of them',
      `${report.probeWrites}, ${report.lostProbes.length}`,
    ],
    ['`verify`: broken rules', report.findings.filter(({ breaches }) => breaches.length > 0).length],
    ['stores that ended', report.ended],
    [
      'longest time without an order',
      slowest ? `${seconds(slowest.ms)} s (${slowest.fault.machine} ${slowest.fault.fault})` : '–',
    ],
    ['pages and lists while there was no leader, with 200', `${during.length}, ${shown.length}`],
    ['requests of the clients', run.history.attempts.length],
  ]
  return [
    markdown(
      [
        '#',
        'Fault',
        'new leader, s',
        'written again, s',
        'without an order, s',
        'orders after the database, ms',
        'all three, s',
        'acknowledged by the old one',
      ],
      rows,
    ),
    markdown(
      ['', report.version],
      figures.map(([name, value]) => [name, String(value)]),
    ),
  ].join('\n\n')
}

/** The first breaches, and the stores' errors. */
export function describeBreaches(report: ClusterReport): string {
  const broken = report.findings.filter(({ breaches }) => breaches.length > 0)
  return [
    ...broken.map(describeFinding),
    ...report.breaches.slice(0, MAX_SHOWN).map(({ rule, what }) => `✗ ${rule}: ${what}`),
    ...report.lostProbes
      .slice(0, MAX_SHOWN)
      .map(({ machine, id }) => `✗ ${machine} acknowledged row ${id}, and it is lost`),
    ...report.storesSaid
      .split('\n')
      .filter((line) => /"level":[56]0|^\w*Error\b/.test(line))
      .slice(-MAX_SHOWN),
  ].join('\n')
}

/** The times of acknowledgments of this kind of request, in ms of the run. */
function acknowledged({ run }: ClusterReport, kind: 'order' | 'charge'): number[] {
  return run.history.attempts
    .filter((attempt) => attempt.kind === kind && attempt.outcome === 'done' && attempt.named !== undefined)
    .map(({ to }) => to)
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
