/** The port to the mail service. */
export type Mailer = {
  /** Hands a mail over for delivery. Resolves when it is safely queued or sent; a mail server that is down does not throw. */
  send(mail: Mail): Promise<void>
}

/** One plain-text mail to one person. Links are on lines of their own. */
export type Mail = { to: string; subject: string; text: string }
