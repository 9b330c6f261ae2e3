import { PEER_TIMEOUT_MS } from './peers.ts'

/** Whether every other process knows this one: only then do they wait for it when they publish. */
export type Membership = {
  /**
   * Waits until each of `others` has replied to the hello of this process, or has its cache off
   * (PEER_TIMEOUT_MS).
   */
  join(others: ReadonlySet<string>): void
  recordReply(peer: string): void
  /** The connection was lost: others may have stopped waiting. */
  leave(): void
  hasJoined(): boolean
  /** Resolves once it has joined. */
  joined(): Promise<void>
}

/** @param onJoined called before `joined` resolves. */
export function createMembership(onJoined: () => void): Membership {
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
    join(others) {
      unanswered = new Set(others)
      if (unanswered.size === 0) finish()
      else timeout = setTimeout(finish, PEER_TIMEOUT_MS).unref()
    },
    recordReply(peer) {
      if (unanswered.delete(peer) && unanswered.size === 0) finish()
    },
    leave() {
      clearTimeout(timeout)
      hasJoined = false
      joined = Promise.withResolvers()
    },
    hasJoined: () => hasJoined,
    joined: () => joined.promise,
  }
}
