import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startStore } from '../../tests/support/store-process.ts'
import { openBenchDatabase } from './bench-data.ts'
import type { Figure } from './figures.ts'

const ROOT = path.join(import.meta.dirname, '../..')
/** A real supplier's file of air filters, with errors that its authors planted. */
const ACES_FILE = path.join(ROOT, 'tests/support/catalogs/aces-3.1-air-filters.xml')
const PRODUCTS = 100_000
/** Time and peak memory of the command's whole process, in s and MiB. */
type Run = { seconds: number; memory: number; ok: boolean; counts: Record<string, number> }

/**
 * A new demo store imports a file of 100,000 parts, and a real ACES file, with the commands that owners use.
 */
export async function measureImports(say: (line: string) => void): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'driveline-imports-'))
  const dataDir = path.join(folder, 'data')
  try {
    const store = await startStore(dataDir)
    const database = await openBenchDatabase(dataDir)
    const [model] = await database.query<{ picture: string }>('select picture from products limit 1')
    await database.close()
    await store.stop()
    say(`  import of ${PRODUCTS} parts …`)
    const file = path.join(folder, 'parts.csv')
    await writeFile(file, productsFile(model?.picture ?? ''))
    const products = await runImport(dataDir, ['products', file, '--apply', '--json'])
    say('  import of the ACES file …')
    const { parts, map } = await writeMap(folder)
    await runImport(dataDir, [
      'products',
      await writeParts(folder, parts, model?.picture ?? ''),
      '--apply',
      '--json',
    ])
    const aces = await runImport(dataDir, [
      'aces',
      ACES_FILE,
      '--map',
      map,
      '--skip-unknown',
      '--apply',
      '--json',
    ])
    return [
      ...figuresOf(`import of ${PRODUCTS} parts`, products, 60),
      ...figuresOf('import of an ACES file', aces, 10),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function figuresOf(name: string, run: Run, atMost: number): Figure[] {
  return [
    {
      name: `${name}, time`,
      value: run.seconds,
      unit: ' s',
      digits: 1,
      atMost,
      note: `${JSON.stringify(run.counts)}${run.ok ? '' : ', some refused'}`,
    },
    { name: `${name}, memory`, value: run.memory, unit: ' MiB', digits: 0, atMost: 300 },
  ]
}

async function runImport(dataDir: string, args: string[]): Promise<Run> {
  const startedAt = performance.now()
  // As src/ops/driveline.mjs starts it.
  const command = ['--max-semi-space-size=8', '--heap-growing-percent=30', 'src/ops/import.ts']
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let memory = 0
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const watching = setInterval(() => (memory = Math.max(memory, peakOf(child.pid))), 100)
  await once(child, 'close')
  clearInterval(watching)
  const { ok, counts } = JSON.parse(output) as Pick<Run, 'ok' | 'counts'>
  return { seconds: (performance.now() - startedAt) / 1_000, memory, ok, counts }
}

/** The process's peak memory, in MiB; 0 when it has ended. Linux only. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const HEADINGS = 'partNumber,name,brand,category,about,price,available,minOrder,picture'

function productsFile(picture: string): string {
  const line = (n: number) =>
    `IM-${100_000 + n},"Brake Pads, Set ${n}",Maker ${n % 400},Brakes,"Made for daily driving, ${n % 977} mm wide.",${10 + (n % 90)}.50,${n % 300},1,${picture}`
  return [HEADINGS, ...Array.from({ length: PRODUCTS }, (_, n) => line(n))].join('\n')
}

async function writeParts(folder: string, parts: readonly string[], picture: string): Promise<string> {
  const file = path.join(folder, 'filters.csv')
  const line = (part: string) => `${part},Air Filter ${part},AIRAID,Filters,A filter,40.00,10,1,${picture}`
  await writeFile(file, [HEADINGS, ...parts.map(line)].join('\n'))
  return file
}

/**
 * The file's parts, and a map that assigns a Civic to each of its vehicles except the two invented by its
 * authors.
 */
async function writeMap(folder: string): Promise<{ parts: string[]; map: string }> {
  const text = await readFile(ACES_FILE, 'latin1')
  const all = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found]) => found ?? ''))]
  const known = all(/BaseVehicle id="(\d+)"/g).filter((id) => Number(id) < 500_000)
  const map = path.join(folder, 'map.csv')
  const lines = known.map((id) => `${id},Honda,Civic,${2004 + (Number(id) % 10)}`)
  await writeFile(map, ['base_vehicle_id,make,model,year', ...lines].join('\n'))
  return { parts: all(/<Part>([^<]+)/g), map }
}
