import type { Mail } from './mail.ts'

type Context = Required<Pick<Mail, 'id' | 'to' | 'usableUntil'>> & {
  storeName: string
  link: string
  /** How long the link works. */
  hours: number
}

/** The verification email of a new account. */
export function verifyEmailMail({ storeName, link, hours, ...envelope }: Context): Mail {
  return {
    ...envelope,
    // Its name in queues and lists of earlier versions.
    kind: 'confirm_email',
    content: {
      subject: `Verify your email for ${storeName}`,
      preheader: 'One click, and your account is ready.',
      heading: 'Verify your email',
      paragraphs: [
        `Someone, hopefully you, created a ${storeName} account with this address. Verify that it's yours and your account is ready to go.`,
      ],
      button: { label: 'Verify my email', href: link },
      notes: [
        `The link works for ${hours} hours. It logs your account out everywhere else, and in a browser where you aren't logged in you'll choose a new password, so the account is yours alone.`,
        "Didn't sign up? Ignore this email. The account stays unverified.",
      ],
    },
  }
}
