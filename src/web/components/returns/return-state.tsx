import type { Return, ReturnState } from '#domain/returns/return.ts'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'

export const RETURN_STATE_LABELS: Readonly<Record<ReturnState, string>> = {
  requested: 'Requested',
  approved: 'Approved',
  declined: 'Declined',
  canceled: 'Canceled',
  received: 'Received',
}

const tones: Record<ReturnState, PillTone> = {
  requested: 'due',
  approved: 'calm',
  declined: 'calm',
  canceled: 'calm',
  received: 'ok',
}

export function ReturnStatePill({ state }: Pick<Return, 'state'>) {
  return <StatusPill tone={tones[state]}>{RETURN_STATE_LABELS[state]}</StatusPill>
}

/** When the return came into its state. */
export function stateSince({ createdAt, decidedAt, receivedAt }: Return): string {
  return receivedAt ?? decidedAt ?? createdAt
}
