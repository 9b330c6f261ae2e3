import type { Database } from '#db/connection.ts'

/** Every kind of mail that the store sends, and its label for admins. */
const MAIL_KINDS = {
  confirm_email: 'Email verification',
  reset_password: 'Password reset',
  contact_message: 'Contact message',
  order_placed: 'Order received',
  order_paid: 'Receipt',
  hold_ending: 'Hold ending',
  order_shipped: 'Order shipped',
  order_refunded: 'Refund',
} as const
export type MailKind = keyof typeof MAIL_KINDS

/** The label of a kind; also of one that only a newer store knows. */
export function mailLabel(kind: string): string {
  return Object.hasOwn(MAIL_KINDS, kind) ? MAIL_KINDS[kind as MailKind] : kind.replaceAll('_', ' ')
}

/** A line of a mail's table. `href`: where the value leads; `strong`: the one that counts. */
export type MailFact = { label: string; value: string; href?: string; strong?: boolean }

/** What a mail says. Plain text everywhere; render-mail.ts makes HTML and text of it. Addresses are http or https. */
export type MailContent = {
  subject: string
  /** What mail programs show beside the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  facts?: readonly MailFact[]
  /** The words of another person, with their line breaks. */
  quote?: string
  /** The one thing to do. */
  button?: { label: string; href: string }
  /** Smaller, below the button. */
  notes?: readonly string[]
}

/** One mail to one person. */
export type Mail = {
  /** Letters, digits, - and dots: unique, and the same at every attempt. Becomes the Message-ID, by which mail programs drop a second copy. */
  id: string
  kind: MailKind
  to: string
  replyTo?: string
  /** ISO time after which it is of no use, such as the end of a link: it is not delivered then. */
  usableUntil?: string
  content: MailContent
}

/** The port to the mail service. */
export type Mailer = {
  /**
   * Hands a mail over for delivery. Resolves when it is safely queued or sent; a mail server that is down does not throw.
   * @param trx the mail is sent if this transaction commits, and only then. Call `wake` after the commit.
   */
  send(mail: Mail, trx?: Database): Promise<void>
  /** Delivers at once what committed transactions have queued, not only at the next poll. */
  wake(): void
}
