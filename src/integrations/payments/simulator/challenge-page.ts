import { createHash } from 'node:crypto'

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 24px; color: #14181d; background: #f5f6f7 }
.challenge { max-width: 30rem; margin: 0 auto }
h1 { font-size: 1.25rem }
button { font: inherit; min-height: 44px; padding: 0 20px; margin: 0 8px 8px 0; cursor: pointer }
`

/** Headers of the 3-D Secure page: no script, shown in the shop's own frames or alone, forms go to itself. */
export const challengePageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
}

/** The bank's page of the 3-D Secure step: what is paid, and the two ways out. `amount` is a text such as `$12.34`. */
export function challengePage(amount: string): string {
  return page(
    '3-D Secure test page',
    `<p>This stands for the page of the bank that issued the card. A payment of <strong>${escaped(amount)}</strong> waits for your word.</p>
<form method="post">
<p><button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button></p>
</form>`,
  )
}

/** Shown when the step is over. @param returnUrl a way back that leads to another site is offered as a link, never followed by itself. */
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
<div class="challenge">
<h1>${escaped(title)}</h1>
${content}
</div>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
