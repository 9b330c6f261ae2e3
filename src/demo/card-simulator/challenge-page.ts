import { createHash } from 'node:crypto'

// The store's colors (web/app.css), in both themes; the page may load nothing, so it uses system fonts.
const styles = `
:root { color-scheme: light dark; --ink: light-dark(#1c1f22, #f2eee6); --signal: light-dark(#bd3d08, #ff8038) }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: clamp(1rem, 5vw, 2rem); color: var(--ink); background: light-dark(#faf8f3, #1b1e21) }
main { max-width: 30rem; margin: 0 auto; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.1; margin: 0; padding-top: .75rem; border-top: 3px solid var(--signal) }
form { display: flex; flex-wrap: wrap; gap: .75rem }
button { font: inherit; font-weight: 600; flex: 1 1 12rem; min-height: 2.75rem; padding: .5rem 1rem; cursor: pointer; border: 1px solid light-dark(#857f73, #80868c); border-radius: 3px; color: var(--ink); background: light-dark(#fff, #23272b) }
button:hover { border-color: var(--ink) }
button[value=complete] { border-color: var(--signal); color: light-dark(#fff, #1a1007); background: var(--signal) }
button[value=complete]:hover { border-color: light-dark(#9c3106, #ff9a60); background: light-dark(#9c3106, #ff9a60) }
a { color: var(--signal) }
:focus-visible { outline: 2px solid light-dark(#1450b4, #8fbcff); outline-offset: 2px }
`

/** Headers of the 3-D Secure page: no script, framed only by the shop, forms go to itself. */
export const challengePageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
}

/** The bank's 3-D Secure page: the payment, and two buttons. `amount` is a text such as `$12.34`. */
export function challengePage(amount: string): string {
  return page(
    '3-D Secure test page',
    `<p>This stands for the page of the bank that issued the card. A payment of <strong>${escaped(amount)}</strong> needs your approval.</p>
<form method="post">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>`,
  )
}

/**
 * Shown after the step.
 * @param returnUrl on another site, shown as a link, never a redirect.
 */
export function challengeDonePage(title: string, returnUrl: string | null): string {
  const link =
    returnUrl === null
      ? ''
      : `\n<p><a href="${escaped(returnUrl)}" rel="noreferrer">Return to the shop</a></p>`
  return page(title, `<p>You can close this.</p>${link}`)
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${styles}</style>
</head>
<body>
<main aria-labelledby="title">
<h1 id="title">${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
