// Makes every width of the demo products' pictures with the store's own encoder: `node
// tools/pictures/demo-pictures.ts`. The results are committed, so that a first start and every test copy
// files instead of encoding 180 pictures. Run it again when an original changes; running it on the same
// originals gives the same files.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { storedFiles } from '#integrations/images/stored-files.ts'
import { createStoredImages } from '#integrations/images/stored-images.ts'

const originals = path.resolve(import.meta.dirname, '../../src/demo/data/pictures')
const encoded = path.join(originals, 'encoded')

const images = createStoredImages({
  files: storedFiles(encoded),
  place: 'disk',
  records: { add: async () => undefined, beginUpload: async () => undefined },
})

await rm(encoded, { recursive: true, force: true })
await mkdir(encoded, { recursive: true })
const names = (await readdir(originals)).filter((file) => file.endsWith('.webp')).toSorted()
const started = performance.now()
const made = await Promise.all(
  names.map(async (file) => {
    const { url } = await images.put(await readFile(path.join(originals, file)))
    return [path.basename(file, '.webp'), url] as const
  }),
)
await writeFile(path.join(encoded, 'pictures.json'), `${JSON.stringify(Object.fromEntries(made), null, 2)}\n`)

const files = await readdir(encoded)
const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(encoded, file))).size))
const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024
console.log(
  `${made.length} pictures in ${files.length} files, ${megabytes.toFixed(1)} MB, in ${Math.round(performance.now() - started)} ms`,
)
