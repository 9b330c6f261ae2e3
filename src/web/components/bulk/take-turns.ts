/** A queue for calls: what it is given runs at once or waits, so that never more than `atOnce` are on their way. */
export function takeTurns(atOnce: number): <Answer>(call: () => Promise<Answer>) => Promise<Answer> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (call) => {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await call()
    } finally {
      // Whoever waits takes this place over.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
