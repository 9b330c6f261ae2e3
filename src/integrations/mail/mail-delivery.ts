import type { Mail } from '#domain/mails/mail.ts'
import { maskReason } from '#domain/mails/plain-address.ts'
import { type Counter, createCounter } from '#observe/counter.ts'
import { inTrace } from '#observe/trace.ts'
import { MailRefusedError, type MailTransport } from './smtp.ts'

/** The log of deliveries. It never contains an email's content or recipient. */
export type MailLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/**
 * An email that is not retried automatically. `id`: a UUID, the same however often it is recorded. `reason`:
 * without email addresses.
 */
export type DeadLetter = { id: string; mail: Mail; reason: string; attempts: number }

export type MailDelivery = {
  /**
   * Delivers the email of a job, or records it as dead.
   * @param job.retryCount earlier attempts.
   * @param write returns the email; null when none is sent.
   * @throws to request another attempt.
   */
  deliver(job: { id: string; retryCount: number }, write: () => Promise<Mail | null>): Promise<void>
  /** Delivery attempts by outcome. */
  attempts: Counter<'delivered' | 'failed'>
}

/** Retries after the first attempt: about half a day. */
const MAX_RETRIES = 16

/**
 * Delivers the emails of jobs with retries, for about half a day. An outage of the mail server delays emails
 * and loses none. An email that the server refuses permanently, that was retried long enough, or that has
 * expired, becomes a dead letter.
 * @param deps.onDead records a dead letter; called again if it failed or the process ended before it
 * finished.
 * @param deps.maxRetries only tests pass their own.
 */
export function createMailDelivery(deps: {
  transport: MailTransport
  onDead: (letter: DeadLetter) => Promise<void>
  log: MailLog
  maxRetries?: number
}): MailDelivery {
  const { transport, onDead, log, maxRetries = MAX_RETRIES } = deps
  const attempts: MailDelivery['attempts'] = createCounter()

  async function recordAsDead(id: string, mail: Mail, reason: string, tried: number) {
    await onDead({ id, mail, reason, attempts: tried })
    log.warn({ kind: mail.kind }, 'email not delivered; it is now a dead letter')
  }

  return {
    attempts,
    async deliver({ id, retryCount }, write) {
      const mail = await write()
      if (!mail) return
      if (mail.usableUntil !== undefined && Date.parse(mail.usableUntil) < Date.now())
        return recordAsDead(id, mail, 'It expired before it could be delivered.', retryCount)
      try {
        await inTrace('deliver mail', { kind: 'CLIENT' }, () => transport.deliver(mail))
        attempts.add('delivered')
        log.info({ kind: mail.kind }, 'email delivered')
      } catch (error) {
        attempts.add('failed')
        if (!(error instanceof MailRefusedError) && retryCount < maxRetries) {
          log.warn({ kind: mail.kind, reason: reasonOf(error) }, 'email not delivered yet; will retry')
          throw error
        }
        const reason = maskReason(error instanceof Error ? error.message : '') || 'No reason was given.'
        await recordAsDead(id, mail, reason, retryCount + 1)
      }
    },
  }
}

/** The error's code, with the mail server's status if it has one; its message may contain email addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return code + status
}
