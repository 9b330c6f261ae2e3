import { readdirSync, readFileSync } from 'node:fs'

/** Bytes in memory (RSS) of a process and everything that it started. Linux only. */
function treeBytes(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    // The name of a program stands in brackets and may hold anything; the parent is the second field after it.
    const parent = /^\d+$/.test(name) && /\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  const isInTree = (at: number | undefined): boolean =>
    at !== undefined && (at === pid || isInTree(parents.get(at)))
  return [...parents.keys()].filter(isInTree).reduce((sum, one) => sum + residentBytes(one), 0)
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
}

/** Empty for a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** How many bytes more a process and its children held at the worst moment of `work` than before it. */
export async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = treeBytes(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, treeBytes(pid))
  }, 25)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most - before
}
