import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

// A machine of the test is the processes whose working folder is inside the machine's own: PostgreSQL's
// processes are in its data folder, whichever session or process group they made for themselves.

/** The processes of a machine. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const at = workingFolder(pid)
      return at === folder || at?.startsWith(`${folder}/`)
    })
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // The process has ended in the meantime.
    return undefined
  }
}

/** Pauses all of them (SIGSTOP), including those that are just being started. */
export function pauseAll(folder: string): void {
  const paused = new Set<number>()
  for (;;) {
    const running = processesIn(folder).filter((pid) => !paused.has(pid))
    if (running.length === 0) return
    for (const pid of running) {
      signal(pid, 'SIGSTOP')
      paused.add(pid)
    }
  }
}

/** Resumes them (SIGCONT). */
export function resumeAll(folder: string): void {
  for (const pid of processesIn(folder)) signal(pid, 'SIGCONT')
}

/** Ends all of them at once, like a power failure. */
export async function killAll(folder: string): Promise<void> {
  // None may notice that another has ended.
  pauseAll(folder)
  for (;;) {
    const left = processesIn(folder)
    if (left.length === 0) return
    for (const pid of left) signal(pid, 'SIGKILL')
    await delay(20)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended in the meantime.
  }
}
