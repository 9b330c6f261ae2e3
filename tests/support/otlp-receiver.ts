import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as it arrived. */
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  failed: boolean
  attributes: Record<string, string | number | boolean>
}

/** A receiver of traces by OTLP over HTTP in JSON, like a collector on port 4318. */
export type OtlpReceiver = {
  url: string
  spans: ReceivedSpan[]
  /** The resource attributes of the spans. */
  resource: Record<string, unknown>
  /** Everything that arrived, as it was sent. */
  bodies: string[]
  headers: Record<string, unknown>[]
  /** The status of each response. */
  answerWith: number
  stop(): Promise<void>
}

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type KeyValue = { key: string; value: Value }
type Sent = {
  resourceSpans: {
    resource: { attributes: KeyValue[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        startTimeUnixNano: string
        endTimeUnixNano: string
        status: { code?: number }
        attributes: KeyValue[]
      }[]
    }[]
  }[]
}

/**
 * Reads OTLP's JSON by its definition: ids in hexadecimal, times in nanoseconds as text. It refuses
 * mismatches with 400.
 */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const receiver: OtlpReceiver = {
    url: '',
    spans: [],
    resource: {},
    bodies: [],
    headers: [],
    answerWith: 200,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      receiver.headers.push(request.headers)
      receiver.bodies.push(body)
      const isTraces = request.method === 'POST' && request.url === '/v1/traces'
      const isJson = request.headers['content-type'] === 'application/json'
      const status = isTraces && isJson && take(receiver, body) ? receiver.answerWith : 400
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

function take(receiver: OtlpReceiver, body: string): boolean {
  const { resourceSpans } = JSON.parse(body) as Sent
  for (const { resource, scopeSpans } of resourceSpans) {
    receiver.resource = attributesOf(resource.attributes)
    for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
      const times = [span.startTimeUnixNano, span.endTimeUnixNano].map((time) => BigInt(time))
      const isWellFormed =
        /^[\da-f]{32}$/.test(span.traceId) &&
        /^[\da-f]{16}$/.test(span.spanId) &&
        (times[0] ?? 0n) <= (times[1] ?? 0n)
      if (!isWellFormed) return false
      const { traceId, spanId, parentSpanId, name, kind, status } = span
      receiver.spans.push({
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        kind,
        failed: status.code === 2,
        attributes: attributesOf(span.attributes),
      })
    }
  }
  return true
}

function attributesOf(list: KeyValue[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    list.map(({ key, value }) => {
      const { stringValue, intValue, doubleValue, boolValue } = value
      return [
        key,
        stringValue ??
          (intValue === undefined ? undefined : Number(intValue)) ??
          doubleValue ??
          boolValue ??
          '',
      ]
    }),
  )
}
