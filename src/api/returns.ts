import { changeReturn } from '#domain/returns/change-return.server.ts'
import { changeFitmentFlag, listFitmentFlags } from '#domain/returns/fitment-flags.server.ts'
import { listReturns, showReturn } from '#domain/returns/list-returns.server.ts'
import { receiveReturn } from '#domain/returns/receive-return.server.ts'
import { requestReturn } from '#domain/returns/request-return.server.ts'
import { showReturnable } from '#domain/returns/show-returnable.server.ts'
import { ok } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

export const returns = {
  showReturnable: ({ shop, viewer, params }) => showReturnable(shop, viewer, params.id),
  requestReturn: ({ shop, viewer, params, body, idempotencyKey }) =>
    requestReturn(shop, viewer, params.id, body, idempotencyKey),
  listReturns: async ({ shop, query }) => ok(await listReturns(shop, query)),
  showReturn: ({ shop, viewer, params }) => showReturn(shop, viewer, params.id),
  changeReturn: ({ shop, viewer, params, body }) => changeReturn(shop, viewer, params.id, body),
  receiveReturn: ({ shop, viewer, params, body, idempotencyKey }) =>
    receiveReturn(shop, viewer, params.id, body, idempotencyKey),
  listFitmentFlags: async ({ shop, query }) => ok(await listFitmentFlags(shop, query)),
  changeFitmentFlag: ({ shop, viewer, params, body }) => changeFitmentFlag(shop, viewer, params.id, body),
} satisfies Partial<Handlers>
