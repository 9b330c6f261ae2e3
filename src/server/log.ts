import pino from 'pino'

/** The store's log: one JSON line per event on standard output, without tokens, passwords, card numbers or addresses. */
export type Log = pino.Logger

/**
 * PostgreSQL's errors name the whole row in `detail`: that is left out.
 * @param level pino's level; `silent` writes nothing.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      'authorization',
      'cookie',
      '*.authorization',
      '*.cookie',
      '*.password',
      '*.token',
      'err.detail',
      'err.where',
    ],
  })
}
