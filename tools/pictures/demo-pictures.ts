// Makes every width of the demo products' pictures with the store's own encoder, in one archive. It is
// committed, so that a first start and every test need not encode 180 pictures. Run it again when an original
// changes; the same originals give the same archive.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zipSync } from 'fflate'
import { DEMO_PICTURES, PICTURE_URLS } from '#demo/data/read-demo-pictures.ts'
import { storedFiles } from '#integrations/images/stored-files.ts'
import { createStoredImages } from '#integrations/images/stored-images.ts'

/** The earliest time that an archive can state: the archive depends on its content alone. */
const NO_TIME = new Date(1980, 0, 1)

const originals = path.resolve(import.meta.dirname, '../../src/demo/data/pictures')
const encoded = await mkdtemp(path.join(tmpdir(), 'driveline-pictures-'))
const images = createStoredImages({
  files: storedFiles(encoded),
  place: 'disk',
  records: { add: async () => undefined, beginUpload: async () => undefined },
})

const names = (await readdir(originals)).filter((file) => file.endsWith('.webp')).toSorted()
const started = performance.now()
const urls: Record<string, string> = {}
// One after another: a picture that waits for the encoder for long is refused, as in a store.
for (const file of names)
  urls[path.basename(file, '.webp')] = (await images.put(await readFile(path.join(originals, file)))).url
await writeFile(path.join(encoded, PICTURE_URLS), `${JSON.stringify(urls, null, 2)}\n`)

const files = (await readdir(encoded)).toSorted()
const content = await Promise.all(
  files.map(async (file) => [file, await readFile(path.join(encoded, file))] as const),
)
// Pictures are compressed already.
const archive = zipSync(Object.fromEntries(content), { level: 0, mtime: NO_TIME })
await writeFile(DEMO_PICTURES, archive)
await rm(encoded, { recursive: true })
console.log(
  `${names.length} pictures in ${files.length} files, ${(archive.length / 1024 / 1024).toFixed(1)} MB, in ${Math.round(performance.now() - started)} ms`,
)
