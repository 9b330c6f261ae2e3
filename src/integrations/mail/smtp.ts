import type { Mail } from '#domain/mailer.ts'
import { requirePlainAddress } from './recipient.ts'

/** Delivers one mail now. Rejects on a failure that may be retried. */
export type MailTransport = {
  deliver(mail: Mail): Promise<void>
  /** Ends open connections. */
  close(): void
}

const SECOND = 1000

/**
 * A mail server spoken to over SMTP.
 * @param url smtp://user:password@host:587 (STARTTLS where offered) or smtps://…
 * @param from the sender, such as `Shop <store@example.com>`.
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const opened = open(url, from)
  // deliver() awaits it and reports the error.
  opened.catch(() => undefined)
  return {
    async deliver(mail) {
      requirePlainAddress(mail.to)
      const server = await opened
      // An object, not a string: nodemailer then does not parse the address. It encodes headers itself.
      await server.sendMail({
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close() {
      void opened.then((server) => server.close()).catch(() => undefined)
    },
  }
}

/** Loaded only with a configured mail server: nodemailer costs memory. */
async function open(url: string, from: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    {
      url,
      connectionTimeout: 10 * SECOND,
      greetingTimeout: 10 * SECOND,
      socketTimeout: 30 * SECOND,
    },
    { from },
  )
}
