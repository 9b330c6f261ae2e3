import { z } from 'zod'
import type { Mail } from '#domain/mails/mail.ts'
import * as paths from '#paths.ts'

const OldMailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string() })

/** An email that an earlier version of the store queued as plain text, with its URL on a separate line. */
export function readOldMail(id: string, data: unknown): Mail {
  const { to, subject, text } = OldMailSchema.parse(data)
  const href = /^https?:\/\/\S+$/m.exec(text)?.[0]
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.trim())
  return {
    id,
    kind: href?.includes(paths.resetPassword) ? 'reset_password' : href ? 'confirm_email' : 'contact_message',
    to,
    content: {
      subject,
      preheader: '',
      heading: subject,
      paragraphs: paragraphs.filter((paragraph) => paragraph !== '' && paragraph !== href),
      ...(href !== undefined && { button: { label: 'Open the link', href } }),
    },
  }
}
