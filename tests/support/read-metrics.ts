/** The samples of a page of metrics: `name{labels}` → value. */
export type Samples = Map<string, number>

/**
 * Reads /metrics of a store.
 * @throws when the status is not 200.
 */
export async function readMetrics(url: string, headers: Record<string, string> = {}): Promise<Samples> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  return samplesOf(text)
}

/**
 * The samples of Prometheus' text format.
 * @throws on a line that is neither a comment nor a sample.
 */
export function samplesOf(text: string): Samples {
  const samples: Samples = new Map()
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue
    const found = /^([a-zA-Z_]\w*(?:\{.*\})?) (\S+)$/.exec(line)
    if (!found?.[1]) throw new Error(`Not a sample: ${line}`)
    samples.set(found[1], found[2] === '+Inf' ? Infinity : Number(found[2]))
  }
  return samples
}

/** The names of the metrics, without those of a histogram's parts. */
export function namesOf(samples: Samples): Set<string> {
  return new Set([...samples.keys()].map((sample) => sample.split('{', 1)[0] ?? ''))
}

/** The sum of the samples of a metric that have these labels. */
export function sumOf(samples: Samples, name: string, labels: Record<string, string> = {}): number {
  let sum = 0
  for (const [sample, value] of samples) {
    const [given, list = ''] = sample.split(/\{(.*)\}/)
    const has = Object.entries(labels).every(([label, text]) => `${list},`.includes(`${label}="${text}"`))
    if (given === name && has) sum += value
  }
  return sum
}
