import type { Mail } from '#domain/mails/mail.ts'
import { requirePlainAddress } from '#domain/mails/plain-address.ts'
import type { RenderedMail } from '#domain/mails/render-mail.ts'

/**
 * Delivers one email now. Rejects if the mail server did not accept it: MailRefusedError permanently, any
 * other error temporarily.
 */
export type MailTransport = {
  deliver(mail: Mail): Promise<void>
  /** Ends open connections. */
  close(): void
}

/** The mail server permanently refuses this email. The message is the server's own. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError'
}

const SECOND = 1000

/**
 * Delivers emails to a mail server over SMTP.
 * @param deps.url smtp://user:password@host:587 (STARTTLS if offered) or smtps://…
 * @param deps.from the sender, such as `Shop <store@example.com>`.
 * @param deps.name how it greets the mail server; by default by the machine's own name.
 * @param deps.render renders an email as HTML and text.
 */
export function smtpTransport(deps: {
  url: string
  from: string
  name?: string | undefined
  render: (mail: Mail) => RenderedMail | Promise<RenderedMail>
}): MailTransport {
  const opened = open(deps)
  // deliver() awaits it and reports the error.
  opened.catch(() => undefined)
  const domain = /@([\w.-]+)/.exec(deps.from)?.[1] ?? 'localhost'
  return {
    async deliver(mail) {
      requirePlainAddress(mail.to)
      if (mail.replyTo !== undefined) requirePlainAddress(mail.replyTo)
      const server = await opened
      const { subject, html, text } = await deps.render(mail)
      try {
        // Objects, not strings: nodemailer then does not parse the addresses. It encodes headers and parts
        // itself.
        await server.sendMail({
          messageId: `<${mail.id}@${domain}>`,
          to: { name: '', address: mail.to },
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          subject,
          text,
          html,
          // No out-of-office replies (RFC 3834; the second one is Microsoft's).
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw refusalOf(error) ?? error
      }
    },
    close() {
      // A transport that failed to load has no connections.
      void opened.then((server) => server.close()).catch(() => undefined)
    },
  }
}

/**
 * A 5xx reply to the recipient or the content is about this email; one to the sender or the password is about
 * our settings.
 */
function refusalOf(error: unknown): MailRefusedError | null {
  if (!(error instanceof Error)) return null
  const { responseCode, command, response } = error as Error & Record<string, unknown>
  const final = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  if (!final || (command !== 'RCPT TO' && command !== 'DATA')) return null
  return new MailRefusedError(typeof response === 'string' ? response : error.message, { cause: error })
}

/** Loaded only with a configured mail server: nodemailer costs memory. */
async function open({ url, from, name }: { url: string; from: string; name?: string | undefined }) {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    {
      url,
      ...(name !== undefined && { name }),
      connectionTimeout: 10 * SECOND,
      greetingTimeout: 10 * SECOND,
      socketTimeout: 30 * SECOND,
    },
    { from },
  )
}
