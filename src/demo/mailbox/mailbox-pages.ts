/** A mail in the local mailbox. */
export type StoredMail = { id: string; to: string; subject: string; text: string; sentAt: Date }

/**
 * The list of mails, newest first.
 * @param to only mails to this recipient; null for all.
 */
export function mailListPage(mails: readonly StoredMail[], to: string | null): string {
  const rows = mails
    .map(
      (mail) => `<li><a href="/dev/mailbox/${mail.id}"><strong>${escape(mail.subject)}</strong></a>
<span>To ${escape(mail.to)}</span> ${time(mail.sentAt)}</li>`,
    )
    .join('\n')
  const none = to
    ? `No mail for ${escape(to)} yet.`
    : 'No mail yet. Sign up or ask for a new password, and the mail appears here.'
  return html(
    'Mailbox',
    `<p>Mails of this demo store. None of them leaves this machine.</p>
<form action="/dev/mailbox"><label>Recipient <input type="email" name="to" value="${escape(to ?? '')}" autocomplete="off"></label> <button>Show</button></form>
${rows ? `<ol>${rows}</ol>` : `<p>${none}</p>`}`,
  )
}

/** One mail with clickable links; null when it does not exist. */
export function mailPage(mail: StoredMail | null): string {
  const back = '<p><a href="/dev/mailbox">All mails</a></p>'
  if (!mail) return html('No such mail', `<p>This mail is not in the mailbox.</p>${back}`)
  return html(
    mail.subject,
    `<p>To ${escape(mail.to)} · ${time(mail.sentAt)}</p><pre>${linked(mail.text)}</pre>${back}`,
  )
}

/** The mailbox's styles, served at /dev/mailbox.css. */
export const mailboxCss = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
ol { list-style: none; padding: 0 }
li { padding: .75rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); overflow-wrap: anywhere }
li a { display: block }
li span, time { font-size: .875rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem }
input, button { font: inherit; padding: .375rem .625rem }
`

function html(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Driveline mailbox</title><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><main><h1>${escape(title)}</h1>
${body}</main></body>
</html>
`
}

/** URLs on a line of their own become links. */
function linked(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const address = line.trim()
      return /^https?:\/\/\S+$/.test(address)
        ? `<a href="${escape(address)}">${escape(address)}</a>`
        : escape(line)
    })
    .join('\n')
}

function time(at: Date): string {
  return `<time datetime="${at.toISOString()}">${at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
