import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** Nice value for reads; changes and the store itself have 0. Source: man 7 sched. */
const AFTER_OTHERS = 5

/**
 * Lowers the priority of the server process of a connection, so that a long search leaves the processors to
 * orders. For the embedded database only. Does nothing if the system refuses.
 */
export function runAfterOthers(pid: number): void {
  try {
    setPriority(pid, AFTER_OTHERS)
  } catch {
    // It may have ended, or belong to another user.
  }
  // Linux may weigh sessions, of which each server process is one, before the processes in them; a system
  // that does not has no such file.
  writeFile(`/proc/${pid}/autogroup`, String(AFTER_OTHERS)).catch(() => undefined)
}
