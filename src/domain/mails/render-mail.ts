// The template of all emails. It uses tables and inline styles, which mail programs support.
import type { Letterhead } from './letterhead.ts'
import { mailColors } from './mail-colors.ts'
import type { MailContent } from './mail.ts'

/** An email as it is sent. */
export type RenderedMail = { subject: string; html: string; text: string }

/**
 * Renders an email's content as HTML and text. Everything is escaped.
 * @throws Error for a URL that is not http or https.
 */
export function renderMail(content: MailContent, letterhead: Letterhead): RenderedMail {
  const links = [content.button, ...(content.facts ?? [])].map((one) => one?.href)
  if (links.some((href) => href !== undefined && !/^https?:\/\/[^\s"'<>]+$/.test(href)))
    throw new Error('Emails may link to http and https URLs only')
  return {
    subject: content.subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(),
    html: html(content, letterhead),
    text: text(content, letterhead),
  }
}

const SANS = "'Helvetica Neue', Helvetica, Arial, sans-serif"
const DISPLAY = `'Barlow Condensed', 'Arial Narrow', ${SANS}`
type Color = keyof typeof mailColors
const light = (color: Color) => mailColors[color][0]

/** Styles of the dark scheme. Mail programs without support for it show the light one. */
const dark = Object.entries(mailColors)
  .flatMap(([name, [, color]]) => [
    `.t-${name} { color: ${color} !important }`,
    `.b-${name} { background-color: ${color} !important }`,
    `.l-${name} { border-color: ${color} !important }`,
  ])
  .concat(`.top { border-top-color: ${mailColors.action[1]} !important }`)
  .join('\n    ')

function html(content: MailContent, letterhead: Letterhead): string {
  const { preheader, heading, paragraphs, quote, facts = [], button, notes = [] } = content
  const body = [
    `<h1 class="t-ink" style="margin:0 0 16px;font:600 30px/1.15 ${DISPLAY};color:${light('ink')}">${escape(heading)}</h1>`,
    ...paragraphs.map((paragraph) => paragraphHtml(paragraph, 'ink', 16)),
    facts.length === 0 ? '' : factsHtml(facts),
    quote === undefined ? '' : quoteHtml(quote),
    button ? buttonHtml(button) : '',
    ...notes.map((note) => paragraphHtml(note, 'ink-soft', 14)),
  ]
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <meta name="format-detection" content="telephone=no, date=no, address=no">
  <title>${escape(content.subject)}</title>
  <style>
    :root { color-scheme: light dark; supported-color-schemes: light dark }
    a { color: inherit }
    @media (max-width: 480px) { .pad { padding-left: 20px !important; padding-right: 20px !important } .edge { padding: 16px 8px !important } }
    @media (prefers-color-scheme: dark) {
    ${dark}
    }
  </style>
</head>
<body class="b-paper" style="margin:0;padding:0;background-color:${light('paper')};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(preheader)}${'&#8199;&#847; '.repeat(30)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="b-paper" style="background-color:${light('paper')}">
<tr><td align="center" class="edge" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="pad" style="padding:0 32px 16px">
<a href="${escape(letterhead.url)}/" class="t-ink" style="font:600 24px/1 ${DISPLAY};color:${light('ink')};text-decoration:none;text-transform:uppercase;letter-spacing:.02em">${escape(letterhead.name)}</a>
</td></tr>
<tr><td class="pad b-raised l-line top" style="padding:32px 32px 16px;background-color:${light('raised')};border:1px solid ${light('line')};border-top:4px solid ${light('action')};border-radius:5px">
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td class="pad t-ink-soft" style="padding:20px 32px 0;font:14px/1.5 ${SANS};color:${light('ink-soft')};overflow-wrap:anywhere">
${footerLines(letterhead).map(escape).join('<br>\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function paragraphHtml(paragraph: string, color: Color, size: number): string {
  return `<p class="t-${color}" style="margin:0 0 16px;font:${size}px/1.5 ${SANS};color:${light(color)};overflow-wrap:anywhere">${escape(paragraph)}</p>`
}

function quoteHtml(quote: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="t-ink b-surface l-line" style="padding:12px 16px;font:16px/1.5 ${SANS};color:${light('ink')};background-color:${light('surface')};border-left:4px solid ${light('line')};white-space:pre-wrap;overflow-wrap:anywhere">${escape(quote)}</td></tr></table>`
}

function factsHtml(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(({ label, value, href, strong }) => {
    const shown = escape(value).replaceAll('\n', '<br>')
    const linked = href
      ? `<a href="${escape(href)}" class="t-ink" style="color:${light('ink')}">${shown}</a>`
      : shown
    const cell = 'padding:9px 0;vertical-align:top;'
    return `<tr><th scope="row" class="t-ink-soft l-line" style="${cell}width:34%;padding-right:12px;text-align:left;font:14px/1.5 ${SANS};color:${light('ink-soft')};border-bottom:1px solid ${light('line')}">${escape(label)}</th><td class="t-ink l-line" style="${cell}font:${strong ? '600 17px' : '16px'}/1.4 ${SANS};color:${light('ink')};border-bottom:1px solid ${light('line')};overflow-wrap:anywhere;word-break:break-word">${linked}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="l-line" style="margin:8px 0 24px;border-collapse:collapse;border-top:1px solid ${light('line')}">
${rows.join('\n')}
</table>`
}

function buttonHtml({ label, href }: NonNullable<MailContent['button']>): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="b-action l-action-edge" style="background-color:${light('action')};border:1px solid ${light('action-edge')};border-radius:3px"><a href="${escape(href)}" class="t-action-ink" style="display:inline-block;padding:13px 24px;font:600 17px/1.2 ${SANS};color:${light('action-ink')};text-decoration:none">${escape(label)}</a></td></tr></table>`
}

/** The complete email as plain text: facts as lines, the URL of the button on its own line. */
function text(content: MailContent, letterhead: Letterhead): string {
  const { heading, paragraphs, quote, facts = [], button, notes = [] } = content
  return `${[
    heading,
    ...paragraphs,
    facts.map(({ label, value }) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n'),
    quote?.replaceAll(/^/gm, '> '),
    button && `${button.label}:\n\n${button.href}`,
    ...notes,
    ['-- ', ...footerLines(letterhead)].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}

function footerLines({ name, since, company, address, phone, email, url }: Letterhead): string[] {
  return [
    (company ?? `${name}, auto parts`) + (since === undefined ? '' : ` since ${since}`),
    address.join(', '),
    [phone, email].filter(Boolean).join(' · '),
    url,
  ].filter(Boolean)
}

function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
