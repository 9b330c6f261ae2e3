/*
 * Stands in for https://js.stripe.com/…/stripe.js in tests: the part that the store and its React library
 * call. The card goes from a frame of its own origin to https://api.stripe.com, over the API's real protocol.
 */
;(() => {
  const API = 'https://api.stripe.com/v1/payment_intents'
  const UNREACHABLE =
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please try again.'
  /** Like Stripe's own library: wrong use rejects, everything else resolves. */
  class IntegrationError extends Error {}

  class PaymentElement {
    #frame
    #handlers = new Map()
    #ready = false

    on(event, handler) {
      this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler])
      return this
    }
    off(event, handler) {
      this.#handlers.set(
        event,
        (this.#handlers.get(event) ?? []).filter((known) => known !== handler),
      )
      return this
    }
    update() {}
    mount(place) {
      const frame = (this.#frame = document.createElement('iframe'))
      frame.title = 'Secure payment input frame'
      frame.src = 'https://js.stripe.com/card-frame.html'
      frame.style.cssText = 'width: 100%; height: 13rem; border: 0; color-scheme: normal'
      addEventListener('message', this.#hear)
      frame.addEventListener('load', () => {
        // The frame's page has sent its message before its load event, unless it is the browser's own error
        // page.
        if (!this.#ready) this.#emit('loaderror', { elementType: 'payment', error: { type: 'api_error' } })
      })
      place.append(frame)
    }
    unmount() {
      removeEventListener('message', this.#hear)
      this.#frame?.remove()
    }
    destroy() {
      this.unmount()
    }
    /** Makes the frame send its card for an intent. */
    confirm(request) {
      if (!this.#ready)
        throw new IntegrationError(
          'Invalid value for confirmPayment(): elements should have a mounted Payment Element.',
        )
      const { port1, port2 } = new MessageChannel()
      return new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data)
        this.#frame.contentWindow.postMessage({ API, ...request }, 'https://js.stripe.com', [port2])
      })
    }
    #hear = ({ source, data }) => {
      if (source !== this.#frame?.contentWindow || data !== 'ready') return
      this.#ready = true
      this.#emit('ready', { elementType: 'payment' })
    }
    #emit(event, detail) {
      for (const handler of this.#handlers.get(event) ?? []) handler(detail)
    }
  }

  function createElements({ clientSecret }) {
    let element = null
    return {
      clientSecret,
      create: () => (element = new PaymentElement()),
      getElement: () => element,
      update() {},
      on() {},
      off() {},
    }
  }

  /** The bank's page over the store's, until the payment no longer waits for it. */
  function challenge(intent, retrieve) {
    const { pathname, search } = new URL(intent.next_action.use_stripe_sdk.stripe_js)
    const frame = document.createElement('iframe')
    frame.title = '3D Secure authentication'
    frame.src = `https://hooks.stripe.com${pathname}${search}`
    frame.style.cssText =
      'position: fixed; inset: 10% 10%; width: 80%; height: 80%; background: #fff; z-index: 9'
    return new Promise((resolve) => {
      frame.addEventListener('load', async () => {
        const now = await retrieve()
        if (now.paymentIntent?.status === 'requires_action') return
        frame.remove()
        resolve(now)
      })
      document.body.append(frame)
    })
  }

  function Stripe(key) {
    const idOf = (clientSecret) => clientSecret.split('_secret_')[0]
    async function retrievePaymentIntent(clientSecret) {
      const query = new URLSearchParams({ key, client_secret: clientSecret })
      const body = await fetch(`${API}/${idOf(clientSecret)}?${query}`).then(
        (response) => response.json(),
        () => ({ error: { type: 'api_connection_error', message: UNREACHABLE } }),
      )
      return body.error ? { error: body.error } : { paymentIntent: body }
    }
    return {
      elements: createElements,
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
      registerAppInfo() {},
      _registerWrapper() {},
      retrievePaymentIntent,
      async confirmPayment({ elements, confirmParams }) {
        const { clientSecret } = elements
        const billing = confirmParams.payment_method_data.billing_details
        const body = await elements
          .getElement()
          .confirm({ key, clientSecret, id: idOf(clientSecret), billing })
        if (!body) return { error: { type: 'api_connection_error', message: UNREACHABLE } }
        if (body.error) return { error: body.error }
        if (body.status !== 'requires_action') return { paymentIntent: body }
        const { paymentIntent, error } = await challenge(body, () => retrievePaymentIntent(clientSecret))
        const refused = paymentIntent?.last_payment_error
        return refused ? { error: { ...refused, payment_intent: paymentIntent } } : { paymentIntent, error }
      },
    }
  }
  // The release train that the store's library requested.
  Stripe.version = new URL(document.currentScript.src).pathname.split('/')[1]
  window.Stripe = Stripe
})()
