import { fetchText, CheckFailedError, type ServiceCheck } from './check.ts'

/** Sends an empty list of traces. */
export const traceReceiver: ServiceCheck = {
  name: 'traces',
  isUsed: ({ OTEL_EXPORTER_OTLP_ENDPOINT }) => OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  async run({ OTEL_EXPORTER_OTLP_ENDPOINT = '', OTEL_EXPORTER_OTLP_HEADERS }) {
    const { host } = new URL(OTEL_EXPORTER_OTLP_ENDPOINT)
    const { status } = await fetchText(
      `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
      `the receiver at ${host}`,
      {
        method: 'POST',
        headers: { ...OTEL_EXPORTER_OTLP_HEADERS, 'Content-Type': 'application/json' },
        body: '{"resourceSpans":[]}',
      },
    )
    if (status === 401 || status === 403)
      throw new CheckFailedError(`${host} requires other headers: correct OTEL_EXPORTER_OTLP_HEADERS.`)
    if (status < 200 || status > 299)
      throw new CheckFailedError(
        `${host} responded with ${status}: OTEL_EXPORTER_OTLP_ENDPOINT is the base URL of OTLP over HTTP, usually port 4318, without /v1/traces.`,
      )
    return `${host} takes traces`
  },
}
