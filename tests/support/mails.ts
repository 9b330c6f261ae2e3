import { randomUUID } from 'node:crypto'
import type { Letterhead } from '#domain/mails/letterhead.ts'
import type { Mail as WrittenMail } from '#domain/mails/mail.ts'
import { renderMail } from '#domain/mails/render-mail.ts'

/** An email as the demo's mailbox returns it. */
export type Mail = { to: string; subject: string; text: string; html: string | null }

/** The emails to this address, or all emails, in the demo's mailbox, newest first. */
export async function mailsTo({ url }: { url: string }, email?: string): Promise<Mail[]> {
  const query = email === undefined ? '' : `?to=${encodeURIComponent(email)}`
  const response = await fetch(`${url}/dev/mailbox.json${query}`)
  return (await response.json()) as Mail[]
}

/** The first link in the text of an email; '' without one. */
export function linkIn(text = ''): string {
  return /^https?:\S+$/m.exec(text)?.[0] ?? ''
}

/** The sender of test emails. */
export const letterhead: Letterhead = {
  name: 'Driveline',
  url: 'https://shop.example',
  address: ['1992 Camshaft Road', 'Springfield, IL 62701'],
}

/** Renders a test email as HTML and text. */
export const render = (mail: WrittenMail) => renderMail(mail.content, letterhead)

/** An email that the store could have written. */
export function testMail(
  changed: Partial<WrittenMail['content']> & { to?: string; usableUntil?: string } = {},
): WrittenMail {
  const { to = 'ada@example.com', usableUntil, ...content } = changed
  return {
    id: `contact-message.${randomUUID()}`,
    kind: 'contact_message',
    to,
    ...(usableUntil !== undefined && { usableUntil }),
    content: { subject: 'Hello', preheader: 'Hello', heading: 'Hello', paragraphs: ['Hi.'], ...content },
  }
}
