// node --import …/stripe-api-at.mjs: redirects this process's requests to https://api.stripe.com to
// STRIPE_API_AT, which speaks its protocol.
const base = process.env.STRIPE_API_AT
const send = globalThis.fetch

globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  return url.startsWith('https://api.stripe.com/')
    ? send(base + url.slice('https://api.stripe.com'.length), init)
    : send(input, init)
}
