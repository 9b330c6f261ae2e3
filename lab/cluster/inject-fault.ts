import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, queryAt } from './cluster.ts'
import type { Machine } from './machine.ts'
import type { Probe } from './probe.ts'

/** The faults of the leader, in this order. */
export const FAULTS = ['killed', 'paused', 'cut off'] as const
export type Fault = (typeof FAULTS)[number]

/** A fault, with times in ms since the start of the run. */
export type FaultReport = {
  fault: Fault
  machine: string
  from: number
  /** When another machine held the lease. */
  electedAt: number
  /** When the database accepted a write through HAProxy again. */
  writableAt: number
  /** When the machine was resumed. */
  mendedAt: number
  /** When all three worked together again. */
  to: number
  /** Writes that the machine acknowledged after another had been elected, by the probe. */
  acknowledgedByOld: number
}

/**
 * How long the fault lasts after another machine has taken over, in ms: for a moment there could be two
 * leaders.
 */
const OVERLAP_MS = 3_000
const RETRY_MS = 50

/**
 * Breaks the leader, waits until another has taken over, resumes the old one, and waits until all three work
 * together.
 * @param now ms of the run.
 * @throws Error when something hangs.
 */
export async function injectFault(
  fault: Fault,
  { cluster, probe, now }: { cluster: Cluster; probe: Probe; now: () => number },
): Promise<FaultReport> {
  const machine = await cluster.leader()
  const stopProbe = probe.begin(machine)
  const from = now()
  await begin(fault, machine)
  const [electedAt, writableAt] = await Promise.all([
    cluster.leader(machine).then(now),
    // Until HAProxy notices, it still leads to the old one.
    writable(cluster, machine).then(now),
  ])
  await delay(OVERLAP_MS)
  end(fault, machine)
  const mendedAt = now()
  await cluster.healthy()
  const to = now()
  await stopProbe()
  const late = probe.acknowledged.filter((write) => write.machine === machine.name && write.at > electedAt)
  return {
    fault,
    machine: machine.name,
    from,
    electedAt,
    writableAt,
    mendedAt,
    to,
    acknowledgedByOld: late.filter(({ at }) => at < to).length,
  }
}

async function begin(fault: Fault, machine: Machine): Promise<void> {
  switch (fault) {
    case 'killed':
      return machine.kill()
    case 'paused':
      return machine.pause()
    case 'cut off':
      return machine.cutOff()
  }
}

function end(fault: Fault, machine: Machine): void {
  switch (fault) {
    case 'killed':
      return machine.start()
    case 'paused':
      return machine.resume()
    case 'cut off':
      return machine.reconnect()
  }
}

/** Resolves when a machine other than this one accepts a write through HAProxy. */
async function writable(cluster: Cluster, old: Machine): Promise<void> {
  for (;;) {
    const [row] = await queryAt<{ port: number }>(
      cluster.adminUrl,
      `with written as (insert into back (at) values (clock_timestamp()) returning at)
       select current_setting('port')::int as port from written`,
    ).catch(() => [])
    if (row && row.port !== old.databasePort) return
    await delay(RETRY_MS)
  }
}
