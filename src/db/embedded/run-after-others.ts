import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** Nice values of reads; those of changes, and of the store itself, are 0. Source: man 7 sched. */
const AFTER_OTHERS = 5

/**
 * Lets the server process of a connection run after others on this machine, so that a long search leaves the processors to orders.
 * For the embedded database only. Where the system refuses, it runs as before.
 */
export function runAfterOthers(pid: number): void {
  try {
    setPriority(pid, AFTER_OTHERS)
  } catch {
    // It may have ended, or belong to another user.
  }
  // Linux may weigh sessions, of which each server process is one, before the processes in them.
  writeFile(`/proc/${pid}/autogroup`, String(AFTER_OTHERS)).catch(() => undefined)
}
