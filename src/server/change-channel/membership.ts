import { PEER_TIMEOUT_MS } from './peers.ts'

/**
 * Keeps track of whether every other process knows this one: only then do they wait for it when they publish.
 * @param onJoined called before `joined` resolves.
 */
export function createMembership(onJoined: () => void) {
  let unanswered = new Set<string>()
  let joined = Promise.withResolvers<void>()
  let hasJoined = false
  let timeout: NodeJS.Timeout | undefined

  function finish(): void {
    if (hasJoined) return
    hasJoined = true
    onJoined()
    joined.resolve()
  }

  return {
    /**
     * Waits until each of `others` has replied to the hello of this process, or has its cache off
     * (PEER_TIMEOUT_MS).
     */
    join(others: ReadonlySet<string>) {
      unanswered = new Set(others)
      if (unanswered.size === 0) finish()
      else timeout = setTimeout(finish, PEER_TIMEOUT_MS).unref()
    },
    recordReply(peer: string) {
      if (unanswered.delete(peer) && unanswered.size === 0) finish()
    },
    /** The connection was lost: others may have stopped waiting. */
    leave() {
      clearTimeout(timeout)
      hasJoined = false
      joined = Promise.withResolvers()
    },
    hasJoined: () => hasJoined,
    /** Resolves once it has joined. */
    joined: () => joined.promise,
  }
}
