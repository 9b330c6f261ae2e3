import type { Mail } from './mail.ts'

/** The email with the link for choosing a new password. It works once. */
export function resetPasswordMail(context: {
  id: string
  to: string
  storeName: string
  link: string
  usableUntil: string
}): Mail {
  const { id, to, storeName, link, usableUntil } = context
  return {
    id,
    kind: 'reset_password',
    to,
    usableUntil,
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
