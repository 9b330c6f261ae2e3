/** One row, written on the primary, by which the age of a replica is known. */
export type HeartbeatTable = { is_only: boolean; beat_at: Date }
