import { data, redirect, type RouterContextProvider } from 'react-router'
import type { ZodType } from 'zod'
import type { Call, CallResponse } from '#contract/call.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { invalidInput } from '#domain/shared/invalid-input.ts'
import { problemFrom } from './api-problem.ts'
import { visitorContext } from './page-context.ts'

/** Why a form was refused, and its values. `message` is '' when the field errors suffice. */
export type RefusedForm = {
  message: string
  code: string
  errors: readonly { field: string; message: string }[]
  values: Record<string, string>
}

/** The action of a form's button: a sign-in call by its path, or a call of the contract (formCall). */
type FormButton = {
  schema: ZodType
  /** Fields whose values are shown again: never passwords or codes. */
  shown: readonly string[]
  /** The call's path, and its body when that differs from the schema's output. */
  path: string
  body?: (input: Record<string, string>) => object
  /** The page that shows the result. */
  next: string | ((response: object) => string)
}

/** A button that posts a call of the contract, typed by it. */
export function formCall<C extends Call>(
  { path, body }: C,
  button: { shown: readonly string[]; next: string | ((response: CallResponse<C>) => string) },
): FormButton {
  return { schema: body, path, ...button } as FormButton
}

/**
 * Handles a form that the browser itself has posted, as the page's scripts would: validates the fields by the
 * same schema, calls the API as the visitor, and redirects. A refusal renders the page again, with its status
 * and the form's values.
 * @param buttons by the value of the pressed button, whose name is `intent`; `''` is the button without one.
 */
export async function submitForm(
  context: Readonly<RouterContextProvider>,
  buttons: Record<string, FormButton>,
) {
  const { form, callApi } = context.get(visitorContext)
  if ('status' in form) return refuse(form.status, { message: form.message })
  const { fields } = form
  const { intent = '' } = fields
  const button = Object.hasOwn(buttons, intent) ? buttons[intent] : undefined
  if (!button) return refuse(400, { message: 'This form could not be read. Fill it in again.' })

  const values = Object.fromEntries(button.shown.map((name) => [name, fields[name] ?? '']))
  const parsed = button.schema.safeParse(fields, PARSING)
  if (!parsed.success) {
    const checked = invalidInput(parsed.error.issues)
    return refuse(422, { values, ...(!checked.ok && { errors: checked.refusal.fields ?? [] }) })
  }
  const input = parsed.data as Record<string, string>
  const response = await callApi(button.path, button.body?.(input) ?? input)
  const headers = new Headers(response.headers.getSetCookie().map((cookie) => ['set-cookie', cookie]))
  if (response.ok) {
    const { next } = button
    throw redirect(typeof next === 'string' ? next : next(Object(await response.json())), {
      status: 303,
      headers,
    })
  }
  const retryAfter = response.headers.get('retry-after')
  if (retryAfter) headers.set('retry-after', retryAfter)
  const { message, code, errors } = await problemFrom(response)
  const own = errors.filter(({ field }) => field in fields)
  return refuse(
    response.status,
    { values, code, errors: own, message: own.length > 0 ? '' : message },
    headers,
  )
}

function refuse(status: number, form: Partial<RefusedForm>, headers = new Headers()) {
  return data<RefusedForm>({ message: '', code: '', errors: [], values: {}, ...form }, { status, headers })
}

/** The `headers` of routes with such forms: those of a refusal, such as Retry-After. */
export function refusalHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  return actionHeaders
}
