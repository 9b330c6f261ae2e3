import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Access, AnonymousAccess } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { allCalls, type BrowsingCallName, type CallName, type calls } from '#contract/calls.ts'
import type { Viewer } from '#domain/accounts/viewer.ts'
import type { ExportedFile } from '#domain/imports/export-parts.server.ts'
import { shopForClient } from '#domain/search/client-searches.server.ts'
import { PARSING } from '#domain/shared/default-messages.ts'
import { type IdempotencyKey, idempotencyKeyFor, storeRefusal } from '#domain/shared/idempotency.server.ts'
import { invalidInput } from '#domain/shared/invalid-input.ts'
import { ok, type Outcome, refused, type Refusal, refuseTooMany } from '#domain/shared/outcome.ts'
import { textStream } from '#domain/shared/text-stream.server.ts'
import type { BrowsingShop, Shop } from '#domain/shop.ts'
import { authorize, TOO_MANY_WRITES } from './authorize.ts'
import { cacheMark } from './cache-headers.ts'
import { cutPage, isPaged, withOneMore } from './next-page.ts'
import { type Problem, problemResponse } from './problem.ts'
import { readJsonBody } from './read-body.ts'

/** Who makes a call; undefined for calls without a viewer. */
type ViewerOf<A extends Access> = A extends AnonymousAccess
  ? undefined
  : A extends 'anyone'
    ? Viewer | undefined
    : Viewer

/** The validated input of a call's use case. */
export type CallContext<C extends Call> = {
  shop: Shop
  viewer: ViewerOf<C['access']>
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['body']>
  /** The Idempotency-Key, when the call accepts one and it was sent. */
  idempotencyKey: IdempotencyKey | null
  request: Request
  /** The client's address, as rate limits count it. */
  clientAddress: string
}

/** What the server attaches to each request. */
export type ApiEnv = {
  Variables: {
    requestId: string
    clientAddress: string
    /**
     * What serves the request, for metrics and traces: the name of a call, or the pattern of a page. Never a
     * path as it was sent.
     */
    route?: string
  }
}

/** Dependencies of every API call. */
export type ApiContext = {
  shop: Shop
  /**
   * For calls that change nothing: its `db` has separate connections, so that writes waiting for a lock do
   * not delay reads.
   */
  readShop: Shop
  /** Called for each refusal of a call of the contract. */
  onRefused: (call: CallName, code: Refusal['code']) => void
}

type CallOf<N extends CallName> = (typeof calls)[N]
type ResponseOf<N extends CallName> = z.output<CallOf<N>['response']>

/** What the use case of a browsing call receives. */
type BrowsingContext<C extends Call> = Pick<CallContext<C>, 'params' | 'query' | 'clientAddress'> & {
  shop: BrowsingShop
}

/**
 * The use case of each call of the contract: browsing ones read by `Shop.browsing`, and one whose response is
 * text makes a file.
 */
export type Handlers = {
  [N in CallName]: ResponseOf<N> extends string
    ? (context: CallContext<CallOf<N>>) => Promise<Outcome<ExportedFile>>
    : (
        context: N extends BrowsingCallName ? BrowsingContext<CallOf<N>> : CallContext<CallOf<N>>,
      ) => Promise<Outcome<ResponseOf<N>>>
}

/**
 * Serves every call of the contract. The checks run in the order 429 (per address), 413, 415, 400, 401, 403,
 * 429 (per account), 404 (malformed ids), 422; then the use case returns a value or a refusal.
 */
export function serveCalls(app: Hono<ApiEnv>, api: ApiContext, handlers: Handlers): void {
  for (const [name, call] of allCalls) {
    // Handlers has the type of each; from here on they are handled alike.
    const handler = handlers[name] as (context: object) => unknown
    const paged = isPaged(call)
    app.on(call.method, honoPath(call.path), async (c) => {
      c.set('route', name)
      const checked = await check(api, call, name, c)
      const outcome = checked.ok ? await serve(call, checked.value, handler) : checked
      if (!outcome.ok) {
        api.onRefused(name, outcome.refusal.code)
        return refuse(c, outcome.refusal)
      }
      if (call.fileTypes) return fileResponse(c, outcome.value as ExportedFile)
      const { value, links } =
        paged && checked.ok
          ? cutPage(outcome.value, {
              query: checked.value.query,
              sent: c.req.query(),
              url: api.shop.appUrl() + new URL(c.req.url).pathname,
            })
          : { value: outcome.value, links: {} }
      const isPersonal = checked.ok && call.cache?.isPersonal?.(checked.value.query) === true
      const body = JSON.stringify(value)
      return c.body(body, call.status, {
        'Content-Type': 'application/json',
        // Lets the compression middleware see that the response is too short to compress.
        'Content-Length': String(Buffer.byteLength(body)),
        // Only public browsing responses may be stored by caches: others may depend on private input, such as
        // a VIN.
        'Cache-Control': call.access === 'public' && call.isBrowsing && !isPersonal ? 'no-cache' : 'no-store',
        ...(call.cache && checked.ok && !isPersonal
          ? cacheMark(call.cache.tags(value, checked.value.params))
          : {}),
        ...links,
      })
    })
  }
}

/** A file whose text is sent while it is created, as fast as the client reads it. */
function fileResponse(c: Context<ApiEnv>, { name, type, chunks }: ExportedFile): Response {
  return c.body(textStream(chunks), 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  })
}

/**
 * Runs the use case. A refusal stays refused for the request's Idempotency-Key. Changes of the same order,
 * product or account wait for each other without holding a connection.
 */
function serve(
  call: Call,
  context: CallContext<Call>,
  handler: (context: object) => unknown,
): Promise<Outcome<object>> {
  const run = async () => {
    const given = {
      ...context,
      ...(call.isBrowsing && { shop: shopForClient(context.shop.browsing, context.clientAddress) }),
      ...(isPaged(call) && { query: withOneMore(context.query) }),
    }
    const outcome = (await handler(given)) as Outcome<object>
    if (outcome.ok || !context.idempotencyKey || !context.viewer) return outcome
    return storeRefusal(context.shop, context.viewer, context.idempotencyKey, outcome.refusal)
  }
  // Uploads have queues of their own too, which hold no connection while a picture is encoded.
  if (isRead(call) || call.hasOwnQueue || call.form) return run()
  return context.shop.changeBulkhead(changedId(call, context), run)
}

function isRead(call: Call): boolean {
  return call.method === 'GET' || call.changesNothing === true
}

/**
 * The id of what a call changes: the one parameter of its path, or an id in its body, or else the viewer's
 * own account.
 */
function changedId(call: Call, { params, body, viewer }: CallContext<Call>): string {
  return Object.values(params)[0] ?? call.changes?.(body) ?? viewer?.id ?? ''
}

/** `/order/{id}` in Hono's syntax. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** A problem as the response to this request. */
export function refuse(c: Context<ApiEnv>, problem: Problem): Response {
  return problemResponse(problem, { path: c.req.path, requestId: c.get('requestId') })
}

/**
 * Runs the checks of a call in order.
 * @returns the input of its use case, or the first refusal.
 */
async function check(
  api: ApiContext,
  call: Call,
  name: CallName,
  c: Context<ApiEnv>,
): Promise<Outcome<CallContext<Call>>> {
  const shop = isRead(call) ? api.readShop : api.shop
  const input = await readInput(shop, call, c)
  if (!input.ok) return input
  const params: Record<string, string> = c.req.param()
  const authorized = await authorize(shop, call, c.req.header('authorization'), params)
  if (!authorized.ok) return authorized
  const parsed = parseInput(call, { params, query: c.req.query(), body: input.value.body })
  if (!parsed.ok) return parsed
  const { key } = input.value
  return ok({
    shop,
    viewer: authorized.value,
    ...parsed.value,
    // A key for one product's URL is not a key for another's.
    idempotencyKey:
      key === undefined
        ? null
        : idempotencyKeyFor(name, key, { ...parsed.value.params, ...Object(parsed.value.body) }),
    request: c.req.raw,
    clientAddress: c.get('clientAddress'),
  })
}

/**
 * The JSON body and the Idempotency-Key, where the call has them.
 * Refusals: too_many_requests, payload_too_large, unsupported_media_type, malformed_body,
 * malformed_idempotency_key.
 */
async function readInput(
  shop: Shop,
  call: Call,
  c: Context<ApiEnv>,
): Promise<Outcome<{ body: unknown; key: string | undefined }>> {
  const writes = call.method !== 'GET'
  const wait = writes ? await shop.limits.consume('writesPerAddress', [c.get('clientAddress')]) : null
  if (wait) return refuseTooMany(TOO_MANY_WRITES, wait)
  const json = writes && !call.form ? await readJsonBody(c.req.raw, call.maxBodyBytes) : ok({})
  if (!json.ok) return json
  const key = call.acceptsIdempotencyKey ? c.req.header('idempotency-key') : undefined
  return key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)
    ? ok({ body: json.value, key })
    : refused('malformed_idempotency_key', 'An Idempotency-Key is 1 to 255 visible ASCII characters.')
}

type Input = Pick<CallContext<Call>, 'params' | 'query' | 'body'>

function parseInput(call: Call, input: Record<keyof Input, unknown>): Outcome<Input> {
  const params = call.params.safeParse(input.params)
  const query = call.query.safeParse(input.query, PARSING)
  const body = call.body.safeParse(input.body, PARSING)
  // An id that cannot exist gets the response of one that does not exist.
  if (!params.success) return refused('not_found', 'There is nothing at this URL.')
  if (query.success && body.success) return ok({ params: params.data, query: query.data, body: body.data })
  return invalidInput([...(query.error?.issues ?? []), ...(body.error?.issues ?? [])])
}
