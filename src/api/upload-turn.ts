/** Runs work in the order in which it came, at most `atOnce` at a time. */
function createTurns(atOnce: number) {
  let taken = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken < atOnce) taken += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    }
  }
}

/**
 * Two uploads are in memory at once, so that a slow sender keeps nobody out. One that waits has not been read: its bytes stay
 * with the sender, so that twenty large files at once take the memory of two.
 */
export const inUploadTurn = createTurns(2)

/** One of them is taken apart and opened at a time: that makes several copies of it. */
export const inOpeningTurn = createTurns(1)
