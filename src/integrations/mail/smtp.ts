import type { Mail } from '#domain/mailer.ts'
import { requirePlainAddress } from './recipient.ts'

/** Delivers one mail now. Rejects when that failed and may be tried again later. */
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
  // Said by deliver(), which awaits it.
  opened.catch(() => undefined)
  return {
    async deliver(mail) {
      requirePlainAddress(mail.to)
      const server = await opened
      // An object, not a string: nodemailer then parses nothing out of the address. It encodes headers itself.
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

/** Loaded when a mail server is configured, and not before: nodemailer costs memory. */
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
