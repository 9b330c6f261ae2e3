// npm run lab -- bench-catalogue: the requests of visitors to 10,000, 100,000 and 1,000,000 parts with 20
// fitments each, by 16 clients. Exits with 1 when a bound is missed with the most parts. --parts <number> and
// --fitments <number>: the largest catalogue; smaller ones, a tenth each, are measured before it unless
// --only-largest. --data <folder> saves the stores for the next run. Then the cost of imports; --only-imports
// measures nothing else.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildStore } from '../build-store.ts'
import { measureCatalogue } from './catalogue-figures.ts'
import { prepareCatalogue } from './catalogue-store.ts'
import { type Figure, report } from './figures.ts'
import { measureImports } from './import-figures.ts'

/** The smallest catalogue that is measured for comparison with the largest. */
const SMALLEST_CATALOGUE = 10_000

const { values: use } = parseArgs({
  options: {
    parts: { type: 'string', default: '1000000' },
    fitments: { type: 'string' },
    data: { type: 'string' },
    'only-largest': { type: 'boolean', default: false },
    'only-imports': { type: 'boolean', default: false },
  },
})
const parts = Number(use.parts)
const fitments = Number(use.fitments ?? parts * 20)
if (!Number.isInteger(parts) || parts < 1 || !Number.isInteger(fitments) || fitments < parts)
  throw new Error('--parts is a number of parts, and --fitments at least as many')

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = use.data ?? (await mkdtemp(path.join(tmpdir(), 'driveline-catalogue-')))
try {
  buildStore()
  const figures: Figure[] = []
  for (const size of sizes()) {
    say(`${size.parts} parts with ${size.fitments} fitments …`)
    const dataDir = path.join(folder, String(size.parts))
    await prepareCatalogue(dataDir, size)
    figures.push(...(await measureCatalogue(dataDir, { ...size, required: size.parts === parts, say })))
  }
  say('Imports …')
  report([...withGrowth(figures), ...(await measureImports(say))])
} finally {
  if (!use.data) await rm(folder, { recursive: true, force: true })
}

/** The catalogues to measure, the smallest first. */
function sizes(): { parts: number; fitments: number }[] {
  if (use['only-imports']) return []
  const smaller = []
  if (!use['only-largest'])
    for (let part = parts / 10; part >= SMALLEST_CATALOGUE; part /= 10)
      smaller.unshift({ parts: Math.round(part), fitments: Math.round((fitments / parts) * part) })
  return [...smaller, { parts, fitments }]
}

/** A table of each figure for all sizes, with its multiple of the smallest catalogue's. */
function withGrowth(figures: readonly Figure[]): Figure[] {
  return [...Map.groupBy(figures, ({ name }) => name.slice(0, name.lastIndexOf(','))).values()].flatMap(
    (all) =>
      all.map((figure) => {
        if (figure.unit !== ' ms') return figure
        const growth = figure.value / (all[0]?.value ?? figure.value)
        return {
          ...figure,
          note: [`${growth.toFixed(1)} times the first`, figure.note].filter(Boolean).join('; '),
        }
      }),
  )
}
