import { readdirSync, readFileSync } from 'node:fs'

/** The unit of /proc on Linux, on any machine: ms per tick. */
const TICK_MS = 10

/** The processes of one measurement. */
export type Processes = { client: number; server?: number; postgres: number }

/** Processor time of each, in ms; for PostgreSQL, of all its processes. */
export type ProcessorTime = { client: number; server: number; postgres: number }

/** The processor time that the processes have used since they started. Linux only. */
export function processorTime({ client, server, postgres }: Processes): ProcessorTime {
  return {
    client: usedBy(client).ms,
    server: server === undefined ? 0 : usedBy(server).ms,
    postgres: familyOf(postgres),
  }
}

/** The time of the server itself, of its children, and of children that have ended. */
function familyOf(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => usedBy(Number(name)))
    .filter(({ parent }) => parent === pid)
  const own = usedBy(pid)
  return children.reduce((sum, { ms }) => sum + ms, own.ms + own.endedChildrenMs)
}

/** Zeros for a process that has ended. */
function usedBy(pid: number): { parent: number; ms: number; endedChildrenMs: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is a name in parentheses, which may hold spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (field) => fields[field] ?? 0,
    )
    return { parent, ms: (user + system) * TICK_MS, endedChildrenMs: (endedUser + endedSystem) * TICK_MS }
  } catch {
    return { parent: 0, ms: 0, endedChildrenMs: 0 }
  }
}
