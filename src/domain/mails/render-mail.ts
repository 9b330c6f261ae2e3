// The template of all emails. It uses tables and inline styles, which mail programs support.
import * as paths from '#paths.ts'
import type { Letterhead } from './letterhead.ts'
import { mailColors } from './mail-colors.ts'
import { isMailUrl } from './mail-url.ts'
import type { MailContent, MailFact, MailPart } from './mail.ts'

/** An email as it is sent. */
export type RenderedMail = { subject: string; html: string; text: string }

/**
 * Renders an email's content as HTML and text. Everything is escaped.
 * @throws Error for a URL that is not http or https.
 */
export function renderMail(content: MailContent, letterhead: Letterhead): RenderedMail {
  const urls = [
    ...[content.button, ...(content.facts ?? [])].map((one) => one?.href),
    ...(content.parts ?? []).map(({ picture }) => picture?.url),
  ]
  if (urls.some((url) => url !== undefined && !isMailUrl(url)))
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
  const { preheader, heading, paragraphs, parts = [], quote, facts = [], button, notes = [] } = content
  const body = [
    `<h1 class="t-ink" style="margin:0 0 16px;font:600 30px/1.15 ${DISPLAY};color:${light('ink')}">${escape(heading)}</h1>`,
    ...paragraphs.map((paragraph) => paragraphHtml(paragraph, 'ink', 16)),
    ...parts.map(partHtml),
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
${logoHtml(letterhead)}
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

/**
 * The logo. Without pictures it is the name on its own, which is read out once: as the picture's alternative
 * text.
 */
function logoHtml({ name, url }: Letterhead): string {
  const middle = 'vertical-align:middle'
  return `<a href="${escape(url)}/" class="t-ink" style="font:600 24px/1 ${DISPLAY};color:${light('ink')};text-decoration:none"><img src="${escape(url)}${paths.mailMark}" width="40" height="40" alt="${escape(name)}" border="0" style="${middle};border:0;font-size:0;line-height:0"><span aria-hidden="true" style="${middle};margin-left:10px;text-transform:uppercase;letter-spacing:.02em">${escape(name)}</span></a>`
}

/** A part as a line: its picture if it has one, name, number, vehicle, quantity and price. */
function partHtml({ name, number, vehicle, quantity, price, picture }: MailPart): string {
  const soft = (line: string) =>
    `<br><span class="t-ink-soft" style="font-size:14px;color:${light('ink-soft')}">${line}</span>`
  // The alternative text in place of a blocked picture stays in a box of its size.
  const cell =
    picture &&
    `<td width="88" style="width:88px;padding:0 16px 0 0;vertical-align:top"><img src="${escape(picture.url)}" width="${picture.width}" height="${picture.height}" alt="${escape(name)}" border="0" class="t-ink-soft b-surface" style="display:block;width:${picture.width}px;height:${picture.height}px;object-fit:contain;overflow:hidden;border-radius:3px;background-color:${light('surface')};font:11px/1.3 ${SANS};color:${light('ink-soft')}"></td>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr>${cell ?? ''}<td class="t-ink" style="vertical-align:top;font:16px/1.45 ${SANS};color:${light('ink')};overflow-wrap:anywhere;word-break:break-word"><strong style="font-weight:600">${escape(name)}</strong>${number === undefined ? '' : soft(`Part number ${codeHtml(number)}`)}${vehicle === undefined ? '' : soft(`For ${escape(vehicle)}`)}<br>${escape(quantity)} × ${escape(price)}</td></tr></table>`
}

/** A number that breaks into lines only after every fourth character. */
function codeHtml(code: string): string {
  const groups = code.match(/[^]{1,4}/gu) ?? []
  return groups.map((group) => `<span style="white-space:nowrap">${escape(group)}</span>`).join('<wbr>')
}

function paragraphHtml(paragraph: string, color: Color, size: number): string {
  return `<p class="t-${color}" style="margin:0 0 16px;font:${size}px/1.5 ${SANS};color:${light(color)};overflow-wrap:anywhere">${sentenceHtml(paragraph)}</p>`
}

/** The number of an order does not break at its hyphen. */
function sentenceHtml(sentence: string): string {
  return escape(sentence).replaceAll(
    /\b[A-Z]{1,6}-\d+\b/g,
    (number) => `<span style="white-space:nowrap">${number}</span>`,
  )
}

function quoteHtml(quote: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="t-ink b-surface l-line" style="padding:12px 16px;font:16px/1.5 ${SANS};color:${light('ink')};background-color:${light('surface')};border-left:4px solid ${light('line')};white-space:pre-wrap;overflow-wrap:anywhere">${escape(quote)}</td></tr></table>`
}

function factsHtml(facts: readonly MailFact[]): string {
  const rows = facts.map(({ label, value, href, strong, code }) => {
    const shown = code ? codeHtml(value) : escape(value).replaceAll('\n', '<br>')
    const linked = href
      ? `<a href="${escape(href)}" class="t-ink" style="color:${light('ink')}">${shown}</a>`
      : shown
    const cell = 'padding:9px 0;vertical-align:top;'
    return `<tr><th scope="row" class="t-ink-soft l-line" style="${cell}width:34%;padding-right:12px;text-align:left;font:14px/1.5 ${SANS};color:${light('ink-soft')};border-bottom:1px solid ${light('line')}">${escape(label)}</th><td class="t-ink l-line" style="${cell}font:${strong ? '600 17px' : code ? '15px' : '16px'}/1.4 ${SANS};color:${light('ink')};border-bottom:1px solid ${light('line')};overflow-wrap:anywhere;word-break:break-word">${linked}</td></tr>`
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
  const { heading, paragraphs, parts = [], quote, facts = [], button, notes = [] } = content
  return `${[
    heading,
    ...paragraphs,
    ...parts.map(partText),
    facts.map(({ label, value }) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n'),
    quote?.replaceAll(/^/gm, '> '),
    button && `${button.label}:\n\n${button.href}`,
    ...notes,
    ['-- ', ...footerLines(letterhead)].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}

function partText({ name, number, vehicle, quantity, price }: MailPart): string {
  return [
    `Part: ${name}`,
    number === undefined ? '' : `Part number: ${number}`,
    vehicle === undefined ? '' : `For: ${vehicle}`,
    `Quantity: ${quantity}`,
    `Unit price: ${price}`,
  ]
    .filter(Boolean)
    .join('\n')
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
