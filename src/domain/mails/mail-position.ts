/** How far the audit has been read for order emails. */
export type MailPosition = {
  /** All entries up to this id have been read. */
  settled: bigint
  /**
   * The newest id at some time, and the number of a transaction that began later: entries up to this id were
   * written by transactions with smaller numbers. Null while there is nothing to wait for.
   */
  seen: { id: bigint; xid: bigint } | null
}

/**
 * The position after a batch. Ids are assigned before the commit, so an entry can become visible after one
 * with a larger id: `settled` advances only once every transaction older than the mark `seen` has ended.
 * @param position the present one, and the number of this transaction.
 * @param end read before this transaction had its number: the newest visible id and the oldest running
 * transaction.
 * @param complete whether the batch contained everything that is visible.
 */
export function nextPosition(
  { settled, seen, xid }: MailPosition & { xid: bigint },
  end: { newest: bigint; oldestXid: bigint },
  complete: boolean,
): MailPosition {
  // A full batch has not read everything up to the mark.
  const isPassed = complete && seen !== null && seen.xid <= end.oldestXid
  // Transaction numbers start over in a restored database: a mark from the future would never be passed.
  if (seen && !isPassed && seen.xid <= xid) return { settled, seen }
  const settledNow = isPassed ? seen.id : settled
  // The next mark is set only now: one that moved with every batch might never be passed.
  return { settled: settledNow, seen: complete && end.newest > settledNow ? { id: end.newest, xid } : null }
}
