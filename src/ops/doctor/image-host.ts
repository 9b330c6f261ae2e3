import { fetchText, parseJsonObject, CheckFailedError, type ServiceCheck } from './check.ts'

/**
 * Sends an upload without a picture: a service that accepts the key refuses it for the missing picture, and
 * stores nothing.
 */
export const imageHost: ServiceCheck = {
  name: 'image service',
  isUsed: ({ IMAGE_HOST_URL }) => IMAGE_HOST_URL !== undefined,
  async run({ IMAGE_HOST_URL = '', IMAGE_HOST_KEY = '' }) {
    const url = new URL(IMAGE_HOST_URL)
    const { host } = url
    url.searchParams.set('key', IMAGE_HOST_KEY)
    const { status, text } = await fetchText(url, `the image service at ${host}`, {
      method: 'POST',
      body: new FormData(),
    })
    const { error } = parseJsonObject(text)
    const errorText =
      typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
    if (status === 401 || status === 403 || /\bkey\b/i.test(errorText))
      throw new CheckFailedError(
        `${host} refuses IMAGE_HOST_KEY: copy it again from the account of the image service.`,
      )
    if (status === 404 || status >= 500 || (status >= 300 && status < 400))
      throw new CheckFailedError(
        `${host} responded with ${status}: correct IMAGE_HOST_URL, or see the status page of the service.`,
      )
    return `${host} responds and accepts the key; nothing was uploaded`
  },
}
