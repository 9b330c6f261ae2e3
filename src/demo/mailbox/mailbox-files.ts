import { mailColors } from '#domain/mails/mail-colors.ts'

const colors = Object.entries(mailColors)
  .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark})`)
  .join('; ')

/** The mailbox's styles, served at /dev/mailbox.css: the store's colors and fonts. */
export const mailboxCss = `@font-face { font-family: Archivo; font-weight: 400 700; src: url(/dev/mailbox/archivo-basic.woff2) format('woff2') }
@font-face { font-family: 'Barlow Condensed'; font-weight: 500 700; src: url(/dev/mailbox/barlow-condensed-600-basic.woff2) format('woff2') }
:root { color-scheme: light dark; ${colors}; --line-strong: light-dark(#857f73, #80868c); --focus: light-dark(#1450b4, #8fbcff) }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 Archivo, system-ui, sans-serif; overflow-wrap: anywhere }
header { display: flex; align-items: center; gap: 1.5rem; padding: .5rem max(1rem, 50% - 23rem); background: var(--surface); border-bottom: 1px solid var(--line) }
main { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1, .name { font-family: 'Barlow Condensed', 'Arial Narrow', sans-serif; font-weight: 600; line-height: 1.1 }
h1 { margin: 0 0 .5rem; font-size: 2.25rem }
.name { font-size: 1.5rem; text-transform: uppercase; text-decoration: none }
a { color: inherit; text-underline-offset: .25em }
a:hover { color: var(--signal) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
header a { gap: .625rem }
header a, .back, .tabs a { display: inline-flex; align-items: center; min-height: 2.75rem }
.lead, .to, time { color: var(--ink-soft) }
.to, time { font-size: .875rem }
form { margin: 1.5rem 0 }
label { display: block; margin-bottom: .375rem; font-weight: 600 }
.row { display: flex; flex-wrap: wrap; gap: .5rem }
input, button, .button { min-height: 2.75rem; padding: 0 1rem; font: inherit; color: inherit; border-radius: 3px; border: 1px solid var(--line-strong); background: var(--raised) }
input { flex: 1 1 12rem; min-width: 0; padding: 0 .75rem }
button { background: var(--action); border-color: var(--action-edge); color: var(--action-ink); font-weight: 600; cursor: pointer }
.button { display: inline-flex; align-items: center; text-decoration: none }
ol { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 5px; background: var(--raised); overflow: hidden }
li + li { border-top: 1px solid var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: .125rem 1rem; padding: .75rem 1rem; text-decoration: none }
li a:hover { background: var(--surface); color: inherit }
li a:focus-visible { outline-offset: -2px }
li strong { grid-column: 1 / -1 }
.empty { padding: 2rem 1rem; text-align: center; border: 1px dashed var(--line-strong); border-radius: 5px }
.tabs { display: flex; gap: 1.5rem; border-bottom: 1px solid var(--line); margin-bottom: 1rem }
.tabs a { text-decoration: none; font-weight: 600; color: var(--ink-soft); border-bottom: 3px solid transparent }
.tabs a[aria-current] { color: var(--ink); border-color: var(--action) }
iframe { display: block; width: 100%; height: 52rem; border: 1px solid var(--line); border-radius: 5px; background: var(--paper) }
pre { white-space: pre-wrap; margin: 0; padding: 1rem; font: .9375rem/1.6 ui-monospace, monospace; border: 1px solid var(--line); border-radius: 5px; background: var(--raised) }
@media (max-width: 30rem) { li a { grid-template-columns: 1fr } h1 { font-size: 1.875rem } }
`

/**
 * The mailbox's script, served at /dev/mailbox.js: times in the reader's time zone, and the frame as high as
 * its email.
 */
export const mailboxScript = `for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const frame = document.querySelector('iframe')
if (frame) {
  const fit = () => {
    const root = frame.contentDocument?.documentElement
    if (root && root.scrollHeight > 0) {
      frame.style.height = '0'
      frame.style.height = root.scrollHeight + 2 + 'px'
    }
  }
  frame.addEventListener('load', fit)
  addEventListener('resize', fit)
  fit()
}
`
