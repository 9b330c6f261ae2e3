/** A mail as the demo's mailbox shows it. */
export type Mail = { subject: string; text: string }

/** The mails to this e-mail, or all mails, in the demo's mailbox, the newest first. */
export async function mailsTo({ url }: { url: string }, email?: string): Promise<Mail[]> {
  const query = email === undefined ? '' : `?to=${encodeURIComponent(email)}`
  const answer = await fetch(`${url}/dev/mailbox.json${query}`)
  return (await answer.json()) as Mail[]
}

/** The first link in the text of a mail; '' without one. */
export function linkIn(text = ''): string {
  return /^https?:\S+$/m.exec(text)?.[0] ?? ''
}
