import { expect, test } from 'vitest'
import { type MailPosition, nextPosition } from './mail-position.ts'

/** The position before, with the newest id, the oldest running transaction and our own number. */
type Case = [
  what: string,
  before: { settled: bigint; seen: MailPosition['seen'] },
  audit: { newest: bigint; oldestXid: bigint; xid: bigint; complete: boolean },
  after: { settled: bigint; seen: MailPosition['seen'] },
]

const cases: Case[] = [
  [
    'nothing new: stays',
    { settled: 10n, seen: null },
    { newest: 10n, oldestXid: 500n, xid: 500n, complete: true },
    { settled: 10n, seen: null },
  ],
  [
    'new entries: marks the end, and settles nothing yet',
    { settled: 10n, seen: null },
    { newest: 14n, oldestXid: 480n, xid: 500n, complete: true },
    { settled: 10n, seen: { id: 14n, xid: 500n } },
  ],
  [
    'an older transaction still runs: keeps its mark, whatever is newer',
    { settled: 10n, seen: { id: 14n, xid: 500n } },
    { newest: 30n, oldestXid: 499n, xid: 600n, complete: true },
    { settled: 10n, seen: { id: 14n, xid: 500n } },
  ],
  [
    'all older transactions have ended: settles up to the mark',
    { settled: 10n, seen: { id: 14n, xid: 500n } },
    { newest: 14n, oldestXid: 500n, xid: 600n, complete: true },
    { settled: 14n, seen: null },
  ],
  [
    'the mark is passed and there are newer entries: sets the next mark',
    { settled: 10n, seen: { id: 14n, xid: 500n } },
    { newest: 30n, oldestXid: 550n, xid: 600n, complete: true },
    { settled: 14n, seen: { id: 30n, xid: 600n } },
  ],
  [
    'a full batch: the rest has not been read, so nothing settles',
    { settled: 10n, seen: { id: 900n, xid: 500n } },
    { newest: 900n, oldestXid: 600n, xid: 600n, complete: false },
    { settled: 10n, seen: { id: 900n, xid: 500n } },
  ],
  [
    'a full batch without a mark: sets none',
    { settled: 10n, seen: null },
    { newest: 900n, oldestXid: 600n, xid: 600n, complete: false },
    { settled: 10n, seen: null },
  ],
  [
    'a restored database counts transactions from the start: replaces a mark from the future',
    { settled: 10n, seen: { id: 14n, xid: 90_000n } },
    { newest: 14n, oldestXid: 700n, xid: 700n, complete: true },
    { settled: 10n, seen: { id: 14n, xid: 700n } },
  ],
]

test.each(cases)('%s', (_what, before, { newest, oldestXid, xid, complete }, after) => {
  expect(nextPosition({ ...before, xid }, { newest, oldestXid }, complete)).toEqual(after)
})
