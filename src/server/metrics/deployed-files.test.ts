import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailServer, type MailServer } from '../../../tests/support/mail-server.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'

const DEPLOY = path.join(import.meta.dirname, '../../../deploy')
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8')
const rules = read('prometheus/driveline.rules.yml')
const ruleTests = read('prometheus/driveline.rules.test.yml')
const dashboard = read('grafana/driveline.json')

/** The store's metrics that a file uses, without the suffixes of a histogram's parts. */
const namedIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:driveline|nodejs|process)_[a-z\d_]+/g)].map(([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    ),
  )

describe('the dashboard and the alerts', () => {
  let mails: MailServer
  let store: TestStore
  /** Every metric that the store exports. */
  let exported: Set<string>
  beforeAll(async () => {
    mails = await mailServer()
    store = await openTestStore({ METRICS_PORT: '0', SMTP_URL: mails.url })
    const text = await (await fetch(store.metricsUrl)).text()
    exported = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''))
  })
  afterAll(async () => {
    await store.close()
    await mails.down()
  })

  test.each([
    ['dashboard', dashboard],
    ['alerts', rules],
  ])('use in the %s only metrics that the store exports', (_what, text) => {
    expect(namedIn(text).size).toBeGreaterThan(10)
    expect([...namedIn(text)].filter((name) => !exported.has(name))).toEqual([])
  })

  test('show every metric of the store', () => {
    const shown = new Set([...namedIn(dashboard), ...namedIn(rules)])
    // Not shown: how full something is, or a shown number under another name.
    const spare = [
      'driveline_database_connections_max',
      'driveline_bulkhead_refused_total',
      'driveline_job_runs_total',
    ]
    const own = [...exported].filter((name) => name.startsWith('driveline_'))
    expect(own.filter((name) => !shown.has(name)).toSorted()).toEqual(spare.toSorted())
  })

  test('use labels that the metrics have', () => {
    const labels = [...(dashboard + rules).matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)\s*\\?"/g)].map(
      ([, name]) => name,
    )
    const known = ['job', 'route', 'status', 'outcome', 'result', 'state', 'kind', 'limit', 'task']
    expect(labels.filter((name) => name && !known.includes(name))).toEqual([])
  })
})

test('Every alert has a test in which it fires, a severity and an action', () => {
  const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)\n([^]*?)(?=^ {6}- alert|$(?![^]))/gm)]
  expect(alerts.length).toBeGreaterThan(10)
  for (const [, name = '', body = ''] of alerts) {
    expect(ruleTests, name).toContain(`alertname="${name}"`)
    expect(body, name).toMatch(/severity: (?:page|ticket) /)
    expect(body, name).toMatch(/summary: '.{10}/)
    expect(body, name).toMatch(/action: '.{10}/)
  }
})

test('The dashboard is JSON of panels that do not overlap, each with a title and a query', () => {
  type Panel = {
    title: string
    gridPos: { x: number; y: number; w: number; h: number }
    targets: { expr: string }[]
  }
  const { panels } = JSON.parse(dashboard) as { panels: Panel[] }
  const taken = new Set<string>()
  for (const { title, gridPos, targets } of panels) {
    expect(title).not.toBe('')
    expect(targets.every(({ expr }) => expr !== '')).toBe(true)
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      expect(taken.has(`${x} ${gridPos.y}`), title).toBe(false)
      taken.add(`${x} ${gridPos.y}`)
    }
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('promtool, where it is installed (in Debian, the package prometheus has it)', () => {
  const promtool = (...args: string[]) => {
    const run = spawnSync('promtool', args, { cwd: path.join(DEPLOY, 'prometheus'), encoding: 'utf8' })
    return { code: run.status, output: run.stdout + run.stderr }
  }
  test.skipIf(!hasPromtool).each([
    ['check', 'rules', 'driveline.rules.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'driveline.rules.test.yml'],
  ])('%s %s finds nothing wrong in %s', (...args) => {
    const { code, output } = promtool(...args)
    expect(code, output).toBe(0)
  })

  test.skipIf(!hasPromtool)('checks what the store exports', async () => {
    const store = await openTestStore({ METRICS_PORT: '0' })
    const text = await (await fetch(store.metricsUrl)).text()
    await store.close()
    const run = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    // The library names Node's own metrics.
    const found = (run.stdout + run.stderr).split('\n').filter((line) => line.startsWith('driveline'))
    expect(found).toEqual([])
    expect(run.stderr).not.toMatch(/error|failed/i)
  })
})
