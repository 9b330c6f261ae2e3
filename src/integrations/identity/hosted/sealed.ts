import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

/**
 * Encrypts values that leave the store, or that a reader of the database must not use.
 * @param secret AUTH_SECRET, from which the key is derived.
 * @param purpose keeps values of one use from being opened in another.
 */
export function createSealing(secret: string, purpose: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `driveline ${purpose}`, 32))
  return {
    /** @param seconds after which it cannot be opened again; without them it has no end. */
    seal: (value: Record<string, string>, seconds?: number): Promise<string> => {
      const token = new EncryptJWT({ value }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      if (seconds !== undefined) token.setExpirationTime(new Date(Date.now() + seconds * 1_000))
      return token.encrypt(key)
    },
    /** Null: it was not sealed here, or is too old. */
    open: async (sealed: string): Promise<Record<string, string> | null> => {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        })
        return payload['value'] as Record<string, string>
      } catch {
        // The library rejects what was changed, has expired, or needs another key.
        return null
      }
    },
  }
}
