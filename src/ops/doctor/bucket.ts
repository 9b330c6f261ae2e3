import { ImageHostError } from '#domain/products/image-store.ts'
import { bucketOf } from '#integrations/images/choose-images.ts'
import { addressOf, bucketFiles } from '#integrations/images/s3-files.ts'
import { CheckFailedError, TRY_TIMEOUT_MS, type ServiceCheck } from './check.ts'

/**
 * Requests a picture that the bucket does not have: if it accepts the keys, it responds with 404. Nothing is
 * written.
 */
export const bucket: ServiceCheck = {
  name: 'picture storage',
  isUsed: (config) => bucketOf(config) !== null,
  async run(config) {
    const settings = bucketOf(config)
    if (!settings) throw new Error('There is no bucket in the settings')
    const address = addressOf(settings)
    try {
      await bucketFiles({ ...settings, timeoutMs: TRY_TIMEOUT_MS }).read('asked-by-the-doctor.webp')
      return `${address} accepts the keys; nothing was written`
    } catch (error) {
      if (!(error instanceof ImageHostError)) throw error
      if (error.kind !== 'failed')
        throw new CheckFailedError(
          `${address} does not respond: start it, or correct S3_ENDPOINT and S3_REGION (${error.message}).`,
        )
      throw new CheckFailedError(
        `${address} refuses S3_ACCESS_KEY_ID with its secret, or has no such bucket: copy both again, and let them list the bucket and read, write and delete below images/ (${error.message}).`,
      )
    }
  },
}
