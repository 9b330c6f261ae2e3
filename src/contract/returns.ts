import { z } from 'zod'
import {
  ChangeFlagInput,
  ChangeReturnInput,
  FitmentFlagSchema,
  ListedReturnSchema,
  ListFlagsQuery,
  ListReturnsQuery,
  ReceiptInput,
  ReceiptResult,
  ReturnableSchema,
  ReturnInput,
} from '#domain/returns/return.ts'
import { defineCall } from './call.ts'
import { IdParams, UpdateResult } from './shared-schemas.ts'

export const showReturnable = defineCall('GET', '/purchase/{id}/returnable', {
  summary: 'Show what of a purchase its customer can send back now, and until when',
  access: 'owner-or-admin',
  params: IdParams,
  response: ReturnableSchema,
})

export const requestReturn = defineCall('POST', '/purchase/{id}/returns', {
  summary: 'Ask to return parts that have shipped, or old parts for their deposit',
  access: 'owner-or-admin',
  params: IdParams,
  body: ReturnInput,
  response: z.object({
    returnId: z.string().describe('The return'),
    number: z.string().describe('The number, such as RT-1001'),
  }),
  status: 201,
  refusals: ['return_window_over', 'not_returnable', 'nothing_to_return', 'too_many_returns'],
  acceptsIdempotencyKey: true,
})

export const listReturns = defineCall('GET', '/returns', {
  summary: 'List or search all returns, newest first',
  access: 'admin',
  query: ListReturnsQuery,
  response: z.array(ListedReturnSchema),
})

export const showReturn = defineCall('GET', '/return/{id}', {
  summary: 'Show a return',
  access: 'owner-or-admin',
  params: IdParams,
  response: ListedReturnSchema,
})

export const changeReturn = defineCall('PATCH', '/return/{id}', {
  summary: 'Approve or decline a return (admins), or cancel it before it arrives',
  access: 'owner-or-admin',
  params: IdParams,
  body: ChangeReturnInput,
  response: UpdateResult,
  refusals: ['return_state'],
})

export const receiveReturn = defineCall('POST', '/return/{id}/receipt', {
  summary: 'Record what arrived of a return: back into stock or written off, and whether it is refunded',
  access: 'admin',
  params: IdParams,
  body: ReceiptInput,
  response: ReceiptResult,
  status: 201,
  refusals: ['return_state'],
  acceptsIdempotencyKey: true,
})

export const listFitmentFlags = defineCall('GET', '/fitment-flags', {
  summary: 'List parts that were returned since they did not fit, newest first',
  access: 'admin',
  query: ListFlagsQuery,
  response: z.array(FitmentFlagSchema),
})

export const changeFitmentFlag = defineCall('PATCH', '/fitment-flag/{id}', {
  summary: 'Close a flag of a part that did not fit: its fitment was changed, or need not be',
  access: 'admin',
  params: IdParams,
  body: ChangeFlagInput,
  response: UpdateResult,
})
