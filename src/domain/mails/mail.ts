import type { Database } from '#db/connection.ts'

/** Every kind of email that the store sends, and its label for admins. */
const MAIL_KINDS = {
  confirm_email: 'Email verification',
  reset_password: 'Password reset',
  password_changed: 'Password changed',
  account_closed: 'Account closed',
  staff_invitation: 'Invitation of an admin',
  contact_message: 'Contact message',
  order_placed: 'Order received',
  order_paid: 'Receipt',
  hold_ending: 'Hold ending',
  order_shipped: 'Order shipped',
  order_refunded: 'Refund',
  order_canceled: 'Parts canceled',
  address_corrected: 'Address corrected',
  return_approved: 'Return approved',
  return_declined: 'Return declined',
  return_canceled: 'Return canceled',
  return_received: 'Return received',
  core_ending: 'Core deposit ending',
  store_order_paid: 'New order, to the store',
  store_address_corrected: 'Address corrected, to the store',
  store_refund_failed: 'Refund failed, to the store',
  store_return_requested: 'Return asked for, to the store',
} as const
export type MailKind = keyof typeof MAIL_KINDS

/** The label of a kind, including one that only a newer store knows. */
export function mailLabel(kind: string): string {
  return Object.hasOwn(MAIL_KINDS, kind) ? MAIL_KINDS[kind as MailKind] : kind.replaceAll('_', ' ')
}

/**
 * A row of an email's table. `href`: where the value links to; `strong`: emphasized; `code`: a number such as
 * that of a parcel, which breaks only where it stays readable.
 */
export type MailFact = { label: string; value: string; href?: string; strong?: boolean; code?: boolean }

/** A picture in an email: its URL, and the size in px at which it is shown. */
export type MailPicture = { url: string; width: number; height: number }

/** A part that an email is about. `vehicle`: for which it was ordered; `price`: of one unit. */
export type MailPart = {
  name: string
  number?: string
  vehicle?: string
  quantity: string
  price: string
  picture?: MailPicture
}

/**
 * The content of an email. Plain text everywhere; render-mail.ts makes HTML and text of it. URLs are http or
 * https.
 */
export type MailContent = {
  subject: string
  /** The preview that mail programs show next to the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  parts?: readonly MailPart[]
  facts?: readonly MailFact[]
  /** The words of another person, with their line breaks. */
  quote?: string
  /** The main action. */
  button?: { label: string; href: string }
  /** Smaller, below the button. */
  notes?: readonly string[]
}

/** One email to one person. */
export type Mail = {
  /**
   * Letters, digits, - and dots: unique, and the same at every attempt. Becomes the Message-ID, by which mail
   * programs drop a second copy.
   */
  id: string
  kind: MailKind
  to: string
  replyTo?: string
  /** ISO time after which the email is useless, such as the end of a link: it is not delivered then. */
  usableUntil?: string
  content: MailContent
}

/** The port to the mail service. */
export type Mailer = {
  /**
   * Hands an email over for delivery. Resolves when it is safely queued or sent; a mail server that is down
   * does not throw.
   * @param trx the email is sent only if this transaction commits. Call `jobs.wake` after the commit.
   */
  send(mail: Mail, trx?: Database): Promise<void>
}

/**
 * Adds the link and code to an email that proves an identity, when it is delivered: the queue and dead
 * letters never contain them. Other emails stay as they are. Null: the email is no longer needed.
 */
export type CompleteMail = (mail: Mail) => Promise<Mail | null>
