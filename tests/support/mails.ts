import { randomUUID } from 'node:crypto'
import type { Letterhead } from '#domain/mails/letterhead.ts'
import type { Mail as WrittenMail } from '#domain/mails/mail.ts'
import { renderMail } from '#domain/mails/render-mail.ts'

/** A mail as the demo's mailbox shows it. */
export type Mail = { to: string; subject: string; text: string; html: string | null }

/** The mails to this email, or all mails, in the demo's mailbox, the newest first. */
export async function mailsTo({ url }: { url: string }, email?: string): Promise<Mail[]> {
  const query = email === undefined ? '' : `?to=${encodeURIComponent(email)}`
  const answer = await fetch(`${url}/dev/mailbox.json${query}`)
  return (await answer.json()) as Mail[]
}

/** The first link in the text of a mail; '' without one. */
export function linkIn(text = ''): string {
  return /^https?:\S+$/m.exec(text)?.[0] ?? ''
}

/** The sender of test mails. */
export const letterhead: Letterhead = {
  name: 'Driveline',
  url: 'https://shop.example',
  address: ['1992 Camshaft Road', 'Springfield, IL 62701'],
}

/** Makes HTML and text of a test mail. */
export const render = (mail: WrittenMail) => renderMail(mail.content, letterhead)

/** A mail that the store could have written. */
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
