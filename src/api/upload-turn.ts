/** Uploads that are in memory at once. */
const AT_ONCE = 2

let taken = 0
const waiting: (() => void)[] = []

/**
 * Runs `work` when it is its turn, two at a time in the order in which they came. An upload that waits has not been read:
 * its bytes stay with the sender, so that twenty large files at once take the memory of two.
 */
export async function inUploadTurn<T>(work: () => Promise<T>): Promise<T> {
  if (taken < AT_ONCE) taken += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else taken -= 1
  }
}
