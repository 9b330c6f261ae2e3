/** An email in the local mailbox. `html` is null for emails of an earlier version of the store. */
export type StoredMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  sentAt: Date
}

/** The displayed form of an email. */
export type MailView = 'html' | 'text'

/**
 * The list of emails, newest first.
 * @param to only emails to this recipient; null for all.
 */
export function mailListPage(storeName: string, mails: readonly StoredMail[], to: string | null): string {
  const rows = mails
    .map(
      ({ id, subject, to: recipient, sentAt }) => `<li><a href="/dev/mailbox/${id}">
<strong>${escape(subject)}</strong>
<span class="to">To ${escape(recipient)}</span> ${time(sentAt)}</a></li>`,
    )
    .join('\n')
  const none = to
    ? `<p class="empty"><strong>No email for ${escape(to)} yet</strong><br>Check the address, or <a href="/dev/mailbox">show all emails</a>.</p>`
    : '<p class="empty"><strong>No email yet</strong><br>Sign up, order a part or ask for a new password, and the email shows up here.</p>'
  return page(
    storeName,
    'Mailbox',
    `<h1>Mailbox</h1>
<p class="lead">Every email this demo store sends. None leaves this machine.</p>
<form action="/dev/mailbox"><label for="to">Recipient</label>
<div class="row"><input id="to" type="email" name="to" value="${escape(to ?? '')}" autocomplete="off" inputmode="email"> <button>Show</button>
${to === null ? '' : '<a class="button" href="/dev/mailbox">Show all</a>'}</div></form>
${rows ? `<ol>${rows}</ol>` : none}`,
  )
}

/** One email, as HTML in a frame or as text; null when it does not exist. */
export function mailPage(storeName: string, mail: StoredMail | null, view: MailView): string {
  const back = '<p><a class="back" href="/dev/mailbox">← All emails</a></p>'
  if (!mail)
    return page(
      storeName,
      'No such email',
      `${back}<h1>No such email</h1><p class="lead">This email is not in the mailbox.</p>`,
    )
  const shown = mail.html === null ? 'text' : view
  const tab = (name: MailView, label: string) =>
    `<a href="/dev/mailbox/${mail.id}${name === 'text' ? '?view=text' : ''}"${shown === name ? ' aria-current="page"' : ''}>${label}</a>`
  return page(
    storeName,
    mail.subject,
    `${back}
<h1>${escape(mail.subject)}</h1>
<p class="lead">To <a href="/dev/mailbox?to=${encodeURIComponent(mail.to)}">${escape(mail.to)}</a> · ${time(mail.sentAt)}</p>
${mail.html === null ? '' : `<nav class="tabs" aria-label="Parts of this email">${tab('html', 'HTML')} ${tab('text', 'Text')}</nav>`}
${
  shown === 'html'
    ? // No scripts run in it, and it may navigate this page only after a click. Same origin, so that its height can be measured.
      `<iframe title="The email" src="/dev/mailbox/${mail.id}.html" sandbox="allow-same-origin allow-top-navigation-by-user-activation"></iframe>`
    : `<pre tabindex="0" aria-label="The email as text">${linked(mail.text)}</pre>`
}`,
  )
}

/** The HTML of an email for the frame: its links navigate the whole page. */
export function framedMail(html: string): string {
  return html.replace('<head>', '<head><base target="_top">')
}

function page(storeName: string, title: string, body: string): string {
  const name = escape(storeName)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · ${name} mailbox</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/dev/mailbox.css"><script src="/dev/mailbox.js" defer></script></head>
<body><header><a class="name" href="/"><img src="/favicon.svg" alt="" width="32" height="32">${name}</a> <a href="/dev/mailbox">Mailbox</a></header>
<main>${body}</main></body>
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

/** A time in UTC; the script shows it in the reader's time zone. */
function time(at: Date): string {
  return `<time datetime="${at.toISOString()}">${at.toISOString().replace('T', ' ').slice(0, 16)} UTC</time>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
