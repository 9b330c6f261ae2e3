import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#config/env.ts'
import { SETTING_NAMES } from '#config/settings.ts'
import { MAX_IMPORT_BYTES } from '#domain/imports/imported-file.ts'
import { storeCommand } from '../src/server/store-command.mjs'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const dockerfile = read('Dockerfile')
const unit = read('deploy/systemd/driveline@.service')
const compose = parse(read('deploy/compose.yaml'), { merge: true })
const kubernetes = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => {
    for (const error of document.errors) throw error
    return document.toJS()
  }),
)
const kindOf = (kind: string) => kubernetes.find((document) => document.kind === kind)

/** The settings of a real store, as an owner fills in the example. */
const FILLED: Record<string, string> = {
  AUTH_SECRET: 'c2VjcmV0LW9mLXRoZS1zdG9yZS0wMTIzNDU2Nzg5LWFiYw==',
  STRIPE_SECRET_KEY: 'sk_live_51Abcdefghijklmnopqrstuvwx',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Abcdefghijklmnopqrstuvwx',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghijklmnopqrst',
  SMTP_URL: 'smtp://user:password@mail.example.com:587',
}

describe('the store starts everywhere as npm start starts it', () => {
  const { args, env } = storeCommand('/app')
  const tuning = Object.entries(env).filter(([name]) => name !== 'NODE_COMPILE_CACHE')

  test('the container runs what npm start runs', () => {
    expect(dockerfile).toContain(`CMD ${JSON.stringify(['node', ...args]).replaceAll(',', ', ')}`)
    // The cache is made by the same command: Node keeps one per set of flags.
    expect(dockerfile).toContain(`RUN node ${args.join(' ')} `)
    for (const [name, value] of tuning) expect(dockerfile).toContain(`${name}=${value}`)
  })

  test('the systemd unit runs what npm start runs', () => {
    expect(unit).toContain(`/node ${args.join(' ')}\n`)
    for (const [name, value] of tuning) expect(unit).toContain(`${name}=${value}`)
  })
})

describe('only settings that the store has are set', () => {
  const known = new Set([...SETTING_NAMES, ...settingsOf(read('docs/configuration.md'))])
  const ofNode = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE']

  test.each([
    [
      'the image',
      settingsOf(dockerfile.slice(dockerfile.indexOf('ENV '), dockerfile.indexOf('EXPOSE')), '='),
    ],
    ['compose', Object.keys(compose['x-store'].environment)],
    [
      'systemd',
      globSync('deploy/systemd/*.service', { cwd: ROOT }).flatMap((file) => variablesOf(read(file))),
    ],
    ['Kubernetes', envOf(kindOf('Deployment'))],
    [
      'the example',
      exampleSettings()
        .map(([name]) => name)
        .filter((name) => name !== 'POSTGRES_PASSWORD'),
    ],
  ])('by %s', (_, names) => {
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !known.has(name) && !ofNode.includes(name))).toEqual([])
  })

  test('a real store needs only the example of the settings, filled in', () => {
    const settings = Object.fromEntries(
      exampleSettings().map(([name, value]) => [name, FILLED[name] ?? value]),
    )
    const config = {
      ...settings,
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://driveline:x@database/driveline',
    }
    expect(readConfig(config).demo).toBe(false)
    // Each of those that are filled in is needed.
    for (const name of Object.keys(FILLED)) expect(() => readConfig({ ...config, [name]: '' })).toThrow(name)
  })
})

test('compose and Kubernetes run the store without privileges, on a read-only root, and wait for its requests', () => {
  const { stop_grace_period: grace, read_only: readOnly, cap_drop: drop } = compose.services.store1
  expect({ grace, readOnly, drop }).toEqual({ grace: '20s', readOnly: true, drop: ['ALL'] })
  const jobs = [
    kindOf('Deployment').spec.template.spec,
    kindOf('CronJob').spec.jobTemplate.spec.template.spec,
  ]
  for (const { securityContext, containers } of jobs) {
    expect(dockerfile).toContain(`USER ${securityContext.runAsUser}:${securityContext.runAsGroup}`)
    expect(securityContext.runAsNonRoot).toBe(true)
    for (const { securityContext: own } of containers)
      expect(own).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
  }
  expect(jobs[0].terminationGracePeriodSeconds).toBeGreaterThanOrEqual(5 + 9)
  const { containers } = jobs[0]
  expect(containers[0].readinessProbe.httpGet.path).toBe('/readyz')
  expect(containers[0].livenessProbe.httpGet.path).toBe('/healthz')
})

test('the proxies accept the largest file of an import', () => {
  const megabytes = MAX_IMPORT_BYTES / 2 ** 20
  const limitOf = (text: string) => Number(/(?:max_body_size|body-size)[ :]+(\d+)m/.exec(text)?.[1])
  expect(limitOf(read('deploy/nginx.conf'))).toBeGreaterThan(megabytes)
  expect(limitOf(JSON.stringify(kindOf('Ingress').metadata.annotations).replaceAll('"', ''))).toBeGreaterThan(
    megabytes,
  )
})

test('compose’s database has a role for the store that is no superuser', () => {
  const { environment, volumes, healthcheck } = compose.services.database
  // The image makes these the superuser and its database.
  expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(['POSTGRES_USER']))
  expect(environment).not.toHaveProperty('POSTGRES_DB')
  const script = 'create-store-role.sh'
  expect(volumes).toContain(`./${script}:/docker-entrypoint-initdb.d/${script}:ro`)
  const [, statements = ''] = /<<'SQL'\n([^]*)\nSQL\n/.exec(read(`deploy/${script}`)) ?? []
  expect(statements.split('\n')).toEqual([
    `create role driveline login password :'password';`,
    'create database driveline owner driveline;',
    'alter role postgres password null;',
  ])
  expect(spawnSync('sh', ['-n', `deploy/${script}`], { cwd: ROOT }).status).toBe(0)
  expect(compose['x-store'].environment.DATABASE_URL).toMatch(
    /^postgres:\/\/driveline:.+@database\/driveline$/,
  )
  // The server that runs the script listens on its socket.
  expect(healthcheck.test).toContain('--host=127.0.0.1')
})

test('the proxy is published on loopback unless asked otherwise, and does not tell its version', () => {
  for (const { ports = [] } of Object.values<{ ports?: string[] }>(compose.services))
    for (const port of ports) expect(port).toMatch(/^(?:127\.0\.0\.1|\$\{\w+:-127\.0\.0\.1\}):/)
  expect(compose.services.proxy.ports).toHaveLength(1)
  expect(read('deploy/nginx.conf')).toMatch(/^ {2}server_tokens off;$/m)
})

test('the proxies refuse an address that searches without a pause', () => {
  expect(read('deploy/nginx.conf')).toMatch(
    /limit_req_zone \$binary_remote_addr zone=searches:[^]*catalogue[^]*limit_req zone=searches/,
  )
  expect(read('deploy/haproxy.cfg')).toMatch(
    /track-sc0 src table searches_by_address if searches\n.*deny_status 429/,
  )
})

test('compose starts the stores at the addresses of nginx.conf', () => {
  const [, , script] = compose.services.proxy.command
  const edits = script.slice(0, script.indexOf('/driveline.conf')).trim()
  const { stdout, status } = spawnSync('sh', ['-c', `${edits} deploy/nginx.conf`], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect([...stdout.matchAll(/^ {2}server ([^ ;]+)/gm)].map(([, address]) => address)).toEqual([
    'store1:3000',
    'store2:3000',
  ])
  expect(stdout).toContain('listen 80;')
})

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd finds no mistake in the units', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'driveline-units-'))
  // As installed: with a program and a folder that are there, in a path without spaces.
  const installed = path.join(dir, 'store')
  symlinkSync(ROOT, installed)
  for (const file of globSync('deploy/systemd/*', { cwd: ROOT }))
    writeFileSync(path.join(dir, path.basename(file)), read(file).replaceAll('/srv/driveline', installed))
  const units = ['driveline@3001.service', 'driveline-backup.service', 'driveline-backup.timer']
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((name) => path.join(dir, name))], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${dir}:` },
  })
  rmSync(dir, { recursive: true })
  expect(stderr.split('\n').filter((line) => line.includes('driveline'))).toEqual([])
})

function settingsOf(text: string, after = '`'): string[] {
  return [...text.matchAll(new RegExp(`\\b([A-Z][A-Z0-9_]+)${after}`, 'g'))].map(([, name = '']) => name)
}

/** The variables of `Environment=` lines. */
function variablesOf(text: string): string[] {
  return [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => settingsOf(line, '='))
}

function envOf({ spec }: { spec: { template: { spec: { containers: { env: { name: string }[] }[] } } } }) {
  return spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name))
}

function exampleSettings(): [name: string, value: string][] {
  return [...read('deploy/example.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
}
