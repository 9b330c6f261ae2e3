import type { Mail } from './mail.ts'

type Context = Required<Pick<Mail, 'id' | 'to' | 'usableUntil'>> & { storeName: string; link: string }

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
      button: { label: 'Choose a new password', href: link },
      notes: [
        'The link works once, within an hour. A new password logs you out everywhere else.',
        "Didn't ask for this? Ignore this email. Your password stays the same.",
      ],
    },
  }
}
