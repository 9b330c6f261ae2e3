/** Who is asking: the account behind the access token of this request, with its role as the database has it now. */
export type Viewer = { id: string; email: string; name: string; role: Role }

/** Roles, as the specification's "'admin' or other" has them. */
export type Role = 'customer' | 'admin'
