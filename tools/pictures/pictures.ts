// Makes every size of the store's own pictures from the originals. The results are committed,
// so this runs only when an original changes. Running it again gives the same files.
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/**
 * Widths in px to make of one original; `heights` follow from the original's aspect ratio. Browsers without
 * AVIF get one WebP: of `fallback` px.
 */
type PictureSet = {
  name: string
  widths: readonly number[]
  fallback: number
  avifQuality: number
  webpQuality: number
}

const sets: readonly PictureSet[] = [
  // The hero is mostly dark with few sharp edges: it tolerates strong compression.
  { name: 'hero', widths: [640, 960, 1280, 1920, 2400], fallback: 1280, avifQuality: 48, webpQuality: 70 },
  // 750: a phone of 412 px at a ratio of 1.75 requests 721.
  { name: 'hero-mobile', widths: [360, 540, 750, 900], fallback: 750, avifQuality: 48, webpQuality: 70 },
  { name: 'workshop', widths: [480, 800, 1200, 1600], fallback: 800, avifQuality: 50, webpQuality: 72 },
]

const root = path.resolve(import.meta.dirname, '../..')
const originals = path.join(root, 'assets', 'originals')
const publicFolder = path.join(root, 'public')
const pictures = path.join(root, 'src', 'web', 'pictures')

async function makeSet(set: PictureSet): Promise<string[]> {
  const original = path.join(originals, `${set.name}.webp`)
  const made: string[] = []
  for (const width of set.widths) {
    const resized = sharp(original).resize({ width, withoutEnlargement: true })
    const base = path.join(pictures, `${set.name}-${width}`)
    await resized.clone().avif({ quality: set.avifQuality, effort: 6 }).toFile(`${base}.avif`)
    made.push(`${base}.avif`)
    if (width !== set.fallback) continue
    await resized
      .clone()
      .webp({ quality: set.webpQuality, effort: 6, smartSubsample: true })
      .toFile(`${base}.webp`)
    made.push(`${base}.webp`)
  }
  return made
}

/** Removes sizes that are no longer needed, and nothing else in the folder. */
async function removeLeftovers(wanted: readonly string[]): Promise<void> {
  const ofOurSets = new RegExp(`^(${sets.map((set) => set.name).join('|')})-\\d+\\.(avif|webp)$`)
  for (const file of await readdir(pictures)) {
    const full = path.join(pictures, file)
    if (ofOurSets.test(file) && !wanted.includes(full)) await rm(full)
  }
}

/** The icons that cannot be SVG. Apple rounds the corners itself and allows no transparency. */
async function makeIcons(): Promise<string[]> {
  const plain = path.join(publicFolder, 'favicon.svg')
  const square = path.join(originals, 'icon-square.svg')
  const icons = [
    { source: plain, file: 'icon-192.png', size: 192 },
    { source: plain, file: 'icon-512.png', size: 512 },
    // Emails show it at 40 px; Gmail shows no SVG.
    { source: plain, file: 'mail-mark.png', size: 120 },
    { source: square, file: 'icon-maskable-512.png', size: 512 },
    { source: square, file: 'apple-touch-icon.png', size: 180 },
  ]
  for (const { source, file, size } of icons) {
    const drawing = sharp(source, { density: (72 * size) / 64 }).resize(size, size)
    const finished = source === square ? drawing.flatten({ background: '#1d1c1a' }) : drawing
    await finished.png({ compressionLevel: 9, palette: true }).toFile(path.join(publicFolder, file))
  }
  return icons.map((icon) => path.join(publicFolder, icon.file))
}

const made: string[] = []
for (const set of sets) made.push(...(await makeSet(set)))
await removeLeftovers(made)
made.push(...(await makeIcons()))

for (const file of made) {
  const kilobytes = ((await stat(file)).size / 1024).toFixed(1).padStart(7)
  console.log(`${kilobytes} KB  ${path.relative(root, file)}`)
}
