import type { Mail } from './mail.ts'

/** Asks to confirm the email of a new account. `hours`: for which the link works. */
export function confirmEmailMail(context: {
  id: string
  to: string
  storeName: string
  link: string
  hours: number
  usableUntil: string
}): Mail {
  const { id, to, storeName, link, hours, usableUntil } = context
  return {
    id,
    kind: 'confirm_email',
    to,
    usableUntil,
    content: {
      subject: `Confirm your email for ${storeName}`,
      preheader: 'One click, and your account is ready.',
      heading: 'Confirm your email',
      paragraphs: [
        `Someone, hopefully you, created a ${storeName} account with this address. Confirm that it's yours and your account is ready to go.`,
      ],
      button: { label: 'Confirm my email', href: link },
      notes: [
        `The link works for ${hours} hours. It logs your account out everywhere else, and in a browser where you aren't logged in you'll choose a new password, so the account is yours alone.`,
        "Didn't sign up? Ignore this email. The account stays unconfirmed.",
      ],
    },
  }
}
