import { demoteAdmin } from '#domain/accounts/demote-admin.server.ts'
import type { IdentityProvider } from '#domain/accounts/identity-provider.ts'
import { issueAccessToken } from '#domain/accounts/issue-access-token.server.ts'
import { listAccounts } from '#domain/accounts/list-accounts.server.ts'
import { promoteToAdmin } from '#domain/accounts/promote-to-admin.server.ts'
import { showAccount, showAdminFlag } from '#domain/accounts/show-account.server.ts'
import { updateProfile } from '#domain/accounts/update-profile.server.ts'
import { ok, refused, refuseTooMany } from '#domain/shared/outcome.ts'
import { normalizeEmail } from '#domain/shared/text.ts'
import { TOO_MANY_WRITES } from './authorize.ts'
import type { Handlers } from './serve-call.ts'

export const accounts = (identity: IdentityProvider) =>
  ({
    issueAccessToken: async ({ shop, params, body, request }) => {
      if (!shop.isFromOwnPages(request))
        return refused('forbidden', 'This page may not sign you in. Open the store itself.')
      const proved = await identity.prove(request.headers)
      if (!proved.ok) return proved
      const proof = proved.value
      const wait = await shop.limits.consume('writesPerAccount', [proof.subject])
      if (wait) return refuseTooMany(TOO_MANY_WRITES, wait)
      const email = normalizeEmail(params.email)
      if (body.email !== undefined && normalizeEmail(body.email) !== email)
        return refused('forbidden', 'The email in the body does not match the email in the URL.')
      return issueAccessToken(shop, proof, email)
    },
    showAccount: ({ shop, params }) => showAccount(shop, normalizeEmail(params.email)),
    updateProfile: ({ shop, viewer, body }) => updateProfile(shop, viewer, body),
    showAdminFlag: ({ shop, params }) => showAdminFlag(shop, normalizeEmail(params.email)),
    listAccounts: async ({ shop, query }) => ok(await listAccounts(shop, query)),
    demoteAdmin: ({ shop, viewer, params }) => demoteAdmin(shop, viewer, normalizeEmail(params.email)),
    promoteToAdmin: ({ shop, viewer, params }) => promoteToAdmin(shop, viewer, normalizeEmail(params.email)),
  }) satisfies Partial<Handlers>
