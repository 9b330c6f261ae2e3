import { AsyncLocalStorage } from 'node:async_hooks'

/** A span's attributes: words, numbers and ids of our own; never user input. */
export type SpanAttributes = Record<string, string | number | boolean>

/** OpenTelemetry's kinds: a request that was received, one that was sent, and work in the process. */
type SpanKind = 'SERVER' | 'CLIENT' | 'INTERNAL'

/** One step of a trace, while it runs. */
export type OpenSpan = {
  traceId: string
  /** Sets a name that is known only at the end. */
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /**
   * Marks it as failed.
   * @param kind such as an error's name; never its message, which may repeat input.
   */
  fail(kind: string): void
  end(): void
}

/** Records spans; server/start-tracing.ts has the implementation that sends them. */
export type Tracer = {
  /** @param from the span it is part of, or the `traceparent` of a request. */
  start(
    name: string,
    options: { kind: SpanKind; attributes: SpanAttributes; from: OpenSpan | string | null },
  ): OpenSpan
}

let tracer: Tracer | null = null
const current = new AsyncLocalStorage<OpenSpan>()

/**
 * Starts or stops tracing in this process; without it, the functions below cost nothing. Called by the server
 * only.
 */
export function setTracer(given: Tracer | null): void {
  tracer = given
}

export function isTracing(): boolean {
  return tracer !== null
}

/** The id of the trace that this code runs in, for the log. */
export function currentTraceId(): string | undefined {
  return tracer === null ? undefined : current.getStore()?.traceId
}

type Work<T> = (span: OpenSpan | null) => Promise<T>

/**
 * Runs work as a trace of its own (a request, a job, an email), or as a span of the current trace.
 * @param traceparent the header of a request whose sender is trusted.
 */
export async function inTrace<T>(
  name: string,
  options: { kind: SpanKind; attributes?: SpanAttributes; traceparent?: string | null },
  work: Work<T>,
): Promise<T> {
  if (tracer === null) return work(null)
  const { kind, attributes = {}, traceparent = null } = options
  const span = tracer.start(name, { kind, attributes, from: current.getStore() ?? traceparent })
  try {
    return await current.run(span, () => work(span))
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'Error')
    throw error
  } finally {
    span.end()
  }
}

/** Runs work as a span of the current trace; without one, only runs it. */
export function inSpan<T>(
  name: string,
  options: { kind: SpanKind; attributes?: SpanAttributes },
  work: Work<T>,
): Promise<T> {
  return tracer !== null && current.getStore() ? inTrace(name, options, work) : work(null)
}
