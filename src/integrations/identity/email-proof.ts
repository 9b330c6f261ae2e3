import {
  type IdentityError,
  type IdentityResponse,
  isIdentityError,
} from '#domain/accounts/identity-provider.ts'
import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import type { BetterAuth } from './better-auth-instance.ts'
import type { RequestNotes } from './better-auth-options.ts'
import { createResetToken } from './complete-mail.ts'
import { deleteUnverifiedAccount } from './delete-unverified-account.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deadLinkError, errorOfRefusal, errorOfStatus } from './identity-errors.ts'
import { accountOfCode } from './verification-code.ts'
import { verifyEmail } from './verify-email.ts'

type Forward = (
  request: Request,
  body: Record<string, unknown>,
  noted: RequestNotes,
) => Promise<IdentityResponse>

/** The validity of a token that replaces a link's code, in seconds: it is used in this one request. */
const TOKEN_S = 60

/**
 * The calls that prove the email of an unverified account (decision 053): it becomes verified only for
 * someone who has both the mailbox and a session of the account, or the mailbox and a new password.
 */
export function createEmailProof(deps: IdentityDeps, auth: BetterAuth, forward: Forward) {
  const { db, appUrl } = deps

  /** The account of a link, which must still be unverified. */
  async function accountOf(code: unknown): Promise<{ id: string; email: string } | IdentityError> {
    const account = await accountOfCode(db, String(code))
    if (!account) return deadLinkError
    return account.emailVerified ? errorOfStatus(409, 'EMAIL_ALREADY_VERIFIED') : account
  }

  return {
    /**
     * Opens the link of a verification email. Only in a browser that is signed in to the account this changes
     * anything: it verifies. Mail filters open links too.
     */
    async openLink(request: Request): Promise<Response> {
      const code = codeIn(request)
      const account = await accountOfCode(db, code)
      if (!account) return redirectTo(pathWithQuery(paths.login, { verified: 1, error: 'INVALID_TOKEN' }))
      if (account.emailVerified) return redirectTo(pathWithQuery(paths.login, { verified: 1, before: 1 }))
      const proof = await auth.prove(request.headers)
      const isVerified = await verifyEmail(db, account.id, proof?.sessionId ?? null)
      if (!isVerified) return redirectTo(paths.verifyEmail(code))
      return redirectTo(pathWithQuery(paths.signedIn, { verified: 1 }))
    },

    /** The email of a link's account, for the page that asks for its password. Changes nothing. */
    async showAccount(request: Request): Promise<IdentityResponse> {
      const account = await accountOf(codeIn(request))
      return 'message' in account ? account : Response.json({ email: account.email })
    },

    /**
     * The code of a verification email, typed where the account is signed in: verifies, and nothing else
     * changes.
     */
    async verifyCode(
      request: Request,
      { code: otp }: Record<string, unknown>,
      address: string,
    ): Promise<IdentityResponse> {
      const proof = await auth.prove(request.headers)
      if (!proof) return errorOfStatus(401)
      // Typed twice, or the link was opened before.
      if (proof.emailVerified) return Response.json({ status: true })
      const { email } = proof
      const response = await forward(request, { email, otp }, { address, mails: [], codeOf: proof })
      return isIdentityError(response) ? response : Response.json({ status: true })
    },

    /** Gives a link's account to the owner of its mailbox, with a new password. */
    async claim(
      request: Request,
      { code, name, newPassword }: Record<string, unknown>,
      address: string,
    ): Promise<IdentityResponse> {
      const account = await accountOf(code)
      if ('message' in account) return account
      // Hashed before the token exists: no database connection is held for it, and no token runs out.
      const newHash = await deps.hashing.hash(String(newPassword), address)
      const notes = { address, mails: [], newHash, ownersName: String(name) }
      const token = await createResetToken(auth, account.id, TOKEN_S)
      const { method, headers } = request
      const reset = new Request(appUrl() + identityPaths.resetPassword, { method, headers })
      return forward(reset, { token, newPassword }, notes)
    },

    /** Deletes a link's account with its unpaid orders, for the owner of its mailbox, who never opened it. */
    async deleteAccount(_request: Request, { code }: Record<string, unknown>): Promise<IdentityResponse> {
      const account = await accountOf(code)
      if ('message' in account) return account
      const orders = await deps.deleteOpenOrders(account.id)
      if (!orders.ok) return errorOfRefusal(orders.refusal)
      const isDeleted = await deleteUnverifiedAccount(db, account.id)
      return isDeleted ? Response.json({ status: true }) : errorOfStatus(409, 'ACCOUNT_CHANGED')
    },
  }
}

function codeIn(request: Request): string {
  return new URL(request.url).searchParams.get('code') ?? ''
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}
