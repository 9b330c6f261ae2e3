import type { Mail } from './mail.ts'

type Context = Pick<Mail, 'id' | 'to'> & {
  storeName: string
  /** Absent until the email is delivered. */
  link?: string
}

/** The email with the link for choosing a new password. It works once. */
export function resetPasswordMail({ storeName, link, ...envelope }: Context): Mail {
  return {
    ...envelope,
    kind: 'reset_password',
    content: {
      subject: `Set a new password for ${storeName}`,
      preheader: 'The link works once, within an hour.',
      heading: 'Set a new password',
      paragraphs: [`We got a request to reset the password of your ${storeName} account.`],
      ...(link !== undefined && { button: { label: 'Choose a new password', href: link } }),
      notes: [
        'The link works once, within an hour. A new password logs you out everywhere else.',
        "Didn't ask for this? Ignore this email. Your password stays the same.",
      ],
    },
  }
}
