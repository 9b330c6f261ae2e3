import type { Mail } from './mail.ts'

type Context = Pick<Mail, 'id' | 'to'> & {
  storeName: string
  /** Absent until the email is delivered. */
  proof?: { link: string; code: string }
}

/** How long the link and the code of this email work. */
export const VERIFICATION_LINK_HOURS = 24
export const VERIFICATION_CODE_MINUTES = 10

/** The verification email of a new account. */
export function verifyEmailMail({ storeName, proof, ...envelope }: Context): Mail {
  return {
    ...envelope,
    // Its name in queues and lists of earlier versions.
    kind: 'confirm_email',
    content: {
      subject: `Verify your email for ${storeName}`,
      preheader: 'Type the code where you signed up, or open the link.',
      heading: 'Verify your email',
      paragraphs: [
        `Someone, hopefully you, created a ${storeName} account with this address. Verify that it's yours: type this code where you signed up, or open the link.`,
      ],
      ...(proof && {
        facts: [{ label: 'Your code', value: proof.code, strong: true }],
        button: { label: 'Verify my email', href: proof.link },
      }),
      notes: [
        `The code works for ${VERIFICATION_CODE_MINUTES} minutes, the link for ${VERIFICATION_LINK_HOURS} hours. Where you aren't logged in, the link asks for the password that you chose.`,
        'Never tell the code to anyone: we will not ask you for it.',
        "Didn't sign up? Ignore this email and the account stays unverified, or open the link to delete it.",
      ],
    },
  }
}
