import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { codeOf } from '#config/thrown-error.ts'

/** The PID file of a server. `status` is starting, ready, stopping or standby. */
export type PostmasterFile = { pid: number; port: number; status: string }

/**
 * Reads `postmaster.pid`; undefined when there is none. A file cut short by a crash has pid, port 0 or an
 * empty status.
 */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    // If it exists and cannot be read, PostgreSQL cannot read it either: its start reports why.
    return undefined
  }
  // 1 pid, 2 data directory, 3 start time, 4 port, 5 socket folder, 6 address, 7 shared memory, 8 status
  return {
    pid: Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0,
    port: Number.parseInt(lines[3] ?? '', 10) || 0,
    status: (lines[7] ?? '').trim(),
  }
}

/**
 * The owner of a process: `ours` is a PostgreSQL in this folder, `gone` means no process or a foreign one,
 * `unclear` that the system does not tell.
 */
export function serverOwner(pid: number, cluster: string): 'ours' | 'gone' | 'unclear' {
  if (pid <= 1 || !isAlive(pid)) return 'gone'
  if (process.platform !== 'linux') return 'unclear'
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return 'gone'
    const home = statSync(`/proc/${pid}/cwd`)
    const wanted = statSync(cluster)
    return home.dev === wanted.dev && home.ino === wanted.ino ? 'ours' : 'gone'
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : 'unclear'
  }
}

/** Whether a process with this id runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // The process exists, but this one may not signal it.
    return codeOf(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    // "pid (name) state …"; a name may contain parentheses.
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // It has ended since.
    return false
  }
}
