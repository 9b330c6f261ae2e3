import { readFormBody } from '#api/read-body.ts'
import { REFUSAL_STATUS } from '#api/refusal-status.ts'
import { type Outcome, refused } from '#domain/shared/outcome.ts'
import type { Shop } from '#domain/shop.ts'
import type { Visitor } from '../pages.ts'

/**
 * The fields of a form posted to its page, after the API's checks of body and origin, so that another site
 * cannot sign people in.
 */
export async function readPageForm(
  request: Request,
  shop: Pick<Shop, 'isFromOwnPages'>,
): Promise<Visitor['form']> {
  const read = await readFormBody(request)
  const form: Outcome<Record<string, string>> =
    read.ok && !shop.isFromOwnPages(request)
      ? refused('forbidden', 'This form was not sent by the store’s own page. Fill it in here.')
      : read
  return form.ok
    ? { fields: form.value }
    : { status: REFUSAL_STATUS[form.refusal.code][0], message: form.refusal.detail }
}
