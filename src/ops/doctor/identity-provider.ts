import { Problem, type ServiceCheck } from './check.ts'

/** Asks a hosted identity provider for what every sign-in needs. Its code is loaded only for one, as in the store. */
export const identityProvider: ServiceCheck = {
  name: 'sign-in',
  isUsed: ({ IDENTITY }) => IDENTITY !== 'embedded',
  async look(config) {
    const { checkIdentityProvider } = await import('#integrations/identity/hosted/check-provider.ts')
    try {
      return await checkIdentityProvider(config)
    } catch (error) {
      throw new Problem(error instanceof Error ? error.message : String(error), { cause: error })
    }
  },
}
