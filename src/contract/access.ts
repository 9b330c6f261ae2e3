/**
 * Who may make a call, in words for the API's reference. The API refuses all others; other people's orders,
 * cars, addresses and carts (`owner`) do not exist for them, as the use case decides. `public` calls ignore a
 * bad token. An identity session is a cookie, or its token as a bearer.
 */
export const ACCESS_LABELS = {
  public: 'everyone',
  anyone: 'everyone; a token, if there is one, must be valid',
  session: 'the user named in the path, with an identity session',
  customer: 'any signed-in user',
  self: 'the user named in the path',
  'self-or-admin': 'the user named in the path, and admins',
  owner: 'the customer whose order, car, address or cart it is',
  'owner-or-admin': 'the customer whose order it is, and admins',
  reviewer: 'signed-in customers who are not admins',
  admin: 'admins',
} as const

export type Access = keyof typeof ACCESS_LABELS

/** The access of calls without a viewer: they are public, or prove the identity themselves. */
export type AnonymousAccess = 'public' | 'session'
