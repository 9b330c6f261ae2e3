import { z } from 'zod'
import { PageQuery, SearchText, sortOrders } from '../shared/lists.ts'
import { PhoneSchema } from '../shared/phone.ts'
import { boundedText, EmailSchema, requiredText } from '../shared/text.ts'
import { ROLES } from './viewer.ts'

/** A user as the API returns it: never hashes, sessions or tokens. */
export const AccountSchema = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  /** The role in force: an unverified account is always a customer’s. */
  role: z.enum(ROLES),
  emailVerified: z.boolean(),
  education: z.string().optional(),
  address: z.string().optional(),
  phone: z.string().optional(),
  linkedIn: z.string().optional(),
})
export type Account = z.infer<typeof AccountSchema>

/** The name of a closed account, in its reviews and, once nothing needs it any more, in its orders. */
export const FORMER_CUSTOMER = 'Former customer'

/** What an admin's list of users can be sorted by; `role`: admins first. */
export const ACCOUNT_SORT_KEYS = ['name', 'email', 'role'] as const

/**
 * How admins search users. `q`: part of a name or email (one or two letters match only the start of a word).
 * `after`: the _id of the last user returned. Newest first without `sort`.
 */
export const ListAccountsQuery = PageQuery.extend({
  sort: sortOrders(ACCOUNT_SORT_KEYS).optional(),
  q: SearchText.optional(),
  role: z.enum(ROLES).optional(),
  after: boundedText(100).optional(),
})
export type ListAccountsQuery = z.infer<typeof ListAccountsQuery>

/** Body of `PUT /updateUser/{email}`: all four fields are required. */
export const UpdateProfileInput = z.object({
  education: requiredText('Education is required', 200),
  address: requiredText('Address is required', 500),
  phone: PhoneSchema,
  linkedIn: requiredText('LinkedIn is required', 200),
})
export type UpdateProfileInput = z.infer<typeof UpdateProfileInput>

const PASSWORD_MIN = 6
const PasswordSchema = boundedText(128, {
  missing: 'Password is required',
  tooLong: 'Please keep your password to 128 characters',
})
  .min(1, 'Password is required')
  .min(PASSWORD_MIN, 'Your Password must be six character or longer')

/** A password typed to sign in. Strength rules do not apply: it may predate them. */
export const SubmittedPassword = boundedText(1000, {
  missing: 'Password is required',
  tooLong: 'Check your password',
}).min(1, 'Password is required')

/** The sign-up form. tests/e2e checks its messages. */
export const SignUpInput = z
  .object({
    name: requiredText('Name is required', 100),
    email: EmailSchema,
    password: PasswordSchema,
    confirmPassword: PasswordSchema,
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Your Password Don't match",
    // Reported as soon as both are given, even while another field is invalid.
    when: ({ value }) => {
      const form = value as { password?: unknown; confirmPassword?: unknown } | null | undefined
      return Boolean(form?.password) && Boolean(form?.confirmPassword)
    },
  })
export type SignUpInput = z.infer<typeof SignUpInput>

export const LoginInput = z.object({
  email: EmailSchema,
  password: SubmittedPassword,
})

/** The request for an emailed link to the address in the login form. */
export const MailedLinkInput = z.object({ email: requiredText('Enter Your Email', 254).pipe(EmailSchema) })

/** The second factor's form: a code from the app, or a backup code. */
export const CodeInput = z.object({ code: requiredText('Code is required', 100) })

/** The password reset form that the emailed link opens. */
export const ResetPasswordInput = z
  .object({ password: PasswordSchema, confirmPassword: PasswordSchema })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Your Password Don't match",
  })

/** The form of My Profile that changes the password. */
export const ChangePasswordInput = ResetPasswordInput.safeExtend({ currentPassword: SubmittedPassword })
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

/** The form with which the owner of a mailbox takes over the account that was opened with its address. */
export const ClaimAccountInput = ResetPasswordInput.safeExtend({ name: SignUpInput.shape.name })

/** The form that deletes such an account: a button only. */
export const DeleteAccountInput = z.object({})
