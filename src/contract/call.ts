import type { z } from 'zod'
import type { CacheTag } from '#domain/shared/cache-tags.ts'
import type { RefusalCode } from '#domain/shared/outcome.ts'
import type { Access } from './access.ts'
import { Empty } from './shared-schemas.ts'

/** The parameters in a path: at most one. */
type ParamsSchema = z.ZodType<Record<string, string>>

/** One REST call: the source for validation, OpenAPI, the browser's client and the permission tests. */
export type Call<
  Params extends ParamsSchema = ParamsSchema,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  ResponseSchema extends z.ZodType = z.ZodType,
  AccessRule extends Access = Access,
  Browsing extends boolean = boolean,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path at the root of the host, with `{name}` for each parameter. */
  path: string
  summary: string
  access: AccessRule
  params: Params
  query: Query
  body: Body
  /** The fields of a multipart form with a file, which replaces the JSON body. */
  form?: Readonly<Record<string, { type: 'file' | 'text'; optional?: boolean }>>
  /** The largest JSON body, where it is more than the store reads otherwise. */
  maxBodyBytes?: number
  response: ResponseSchema
  /** The response is the text of a file of one of these types, to be saved; everything else is JSON. */
  fileTypes?: readonly string[]
  /** The status of a success. */
  status: 200 | 201
  /** Refusals beyond those that follow from `access` and the schemas. A path parameter adds `not_found`. */
  refusals: readonly RefusalCode[]
  /** Stores pictures: their folder may be full or unreachable. */
  storesPictures?: boolean
  /** The message of a 403, where it is not the default. */
  forbiddenMessage?: string
  /** For a public GET: what its response shows, which is the same for everyone. */
  cache?: {
    tags(response: z.output<ResponseSchema>, params: z.output<Params>): CacheTag[]
    /** The query may identify a person: its response is not stored. */
    isPersonal?(query: z.output<Query>): boolean
  }
  /**
   * A GET that reads only what everyone may see. Besides public pages, sitemaps and the feed, only such calls
   * read from a replica; their access tokens are still read from the primary.
   */
  isBrowsing: Browsing
  /**
   * The id of what the call changes, where the body contains it and not the path: changes of the same thing
   * wait for each other.
   */
  changes?(body: z.output<Body>): string | undefined
  acceptsIdempotencyKey?: boolean
  /** Orders of a product wait for each other in a queue of their own. */
  hasOwnQueue?: boolean
  /** A POST that only reads: its input is too long for a URL, or too private. It is served as a GET is. */
  changesNothing?: boolean
}

/** Refusals of every call that needs the card provider or another hosted service. */
export const PROVIDER_REFUSALS = ['provider_unavailable', 'provider_timeout', 'provider_failed'] as const

/**
 * A path with one name for every parameter: `/order/{id}` and `/order/{email}` are one path, with several
 * methods.
 */
export function pathShape(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{param}')
}

/** The defaults of a call: no parameters, query or body, and 200. */
const DEFAULTS = {
  params: Empty,
  query: Empty,
  body: Empty,
  status: 200,
  refusals: [],
  isBrowsing: false,
} as const
type Defaulted = keyof typeof DEFAULTS

/** A call from what differs from the defaults. Preserves its schemas, access and `isBrowsing` as types. */
export function defineCall<
  R extends z.ZodType,
  A extends Access,
  P extends ParamsSchema = typeof Empty,
  Q extends z.ZodType = typeof Empty,
  B extends z.ZodType = typeof Empty,
  Browsing extends boolean = false,
>(
  method: Call['method'],
  path: string,
  call: Omit<Call<P, Q, B, R, A, Browsing>, 'method' | 'path' | Defaulted> &
    Partial<Pick<Call<P, Q, B, R, A, Browsing>, Defaulted>>,
): Call<P, Q, B, R, A, Browsing> {
  const notFound = path.includes('{') ? (['not_found'] as const) : []
  const refusals = [...notFound, ...(call.refusals ?? [])]
  return { ...DEFAULTS, ...call, method, path, refusals } as Call<P, Q, B, R, A, Browsing>
}

/** Params, query or body before parsing; required unless it may be left out or empty. */
type Input<Name extends string, Schema extends z.ZodType> =
  Record<string, never> extends z.input<Schema>
    ? { [name in Name]?: z.input<Schema> }
    : { [name in Name]: z.input<Schema> }

/** The input of a call: parameters, query and body before parsing. */
export type CallInput<C extends Call> = Input<'params', C['params']> &
  Input<'query', C['query']> &
  Input<'body', C['body']>
/** The output of a call. */
export type CallResponse<C extends Call> = z.output<C['response']>
