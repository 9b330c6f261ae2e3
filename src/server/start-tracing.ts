import type { Attributes, Context, Span } from '@opentelemetry/api'
import type { Config } from '#config/config.ts'
import { type OpenSpan, setTracer } from '#observe/trace.ts'
import type { Log } from './log.ts'

/** Interval between exports, in ms. */
const SEND_MS = 1_000
/** Interval between warnings about lost traces, in ms: an unreachable receiver loses many. */
const WARN_MS = 60_000
/** W3C's header of a trace: version, trace, span, flags. Later versions may add fields. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/**
 * Begins to send traces to OTEL_EXPORTER_OTLP_ENDPOINT. Without it, nothing is loaded or recorded.
 * @param version of the store, for the traces.
 * @returns a function that sends the last spans and ends tracing.
 */
export async function startTracing(config: Config, version: string, log: Log): Promise<() => Promise<void>> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return () => Promise.resolve()
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  warnOfLostTraces()
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': version,
    }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_MS })],
  })
  const tracer = provider.getTracer('driveline', version)
  /** The library's own object of each span, for its children. */
  const contexts = new WeakMap<OpenSpan, Context>()

  function contextOf(from: OpenSpan | string | null): Context {
    if (from === null) return api.ROOT_CONTEXT
    if (typeof from !== 'string') return contexts.get(from) ?? api.ROOT_CONTEXT
    const [, traceId, spanId, flags] = TRACEPARENT.exec(from) ?? []
    if (traceId === undefined || spanId === undefined) return api.ROOT_CONTEXT
    const traceFlags = parseInt(flags ?? '0', 16) & api.TraceFlags.SAMPLED
    return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }

  function open(span: Span, context: Context): OpenSpan {
    const opened: OpenSpan = {
      traceId: span.spanContext().traceId,
      rename: (name) => void span.updateName(name),
      set: (attributes) => void span.setAttributes(attributes),
      fail(kind) {
        span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.setAttribute('error.type', kind)
      },
      end: () => span.end(),
    }
    contexts.set(opened, api.trace.setSpan(context, span))
    return opened
  }

  setTracer({
    start(name, { kind, attributes, from }) {
      const context = contextOf(from)
      const options = { kind: api.SpanKind[kind], attributes: attributes as Attributes }
      return open(tracer.startSpan(name, options, context), context)
    },
  })

  /** Replaces the library's own messages, which may repeat the receiver's response. */
  function warnOfLostTraces(): void {
    let warnedAt = -Infinity
    const warn = () => {
      if (performance.now() - warnedAt < WARN_MS) return
      warnedAt = performance.now()
      log.warn('traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT; they are lost')
    }
    const quiet = () => undefined
    api.diag.setLogger(
      { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
      { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
    )
  }

  return async () => {
    setTracer(null)
    // The spans are lost, as `warnOfLostTraces` reports.
    await provider.shutdown().catch(() => undefined)
    api.diag.disable()
  }
}
