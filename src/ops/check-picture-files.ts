import path from 'node:path'
import type pg from 'pg'
import { storedFiles } from '#integrations/images/stored-files.ts'
import { filesOf } from '#integrations/images/stored-images.ts'
import type { Finding } from './finding.ts'

/** Pictures whose files are looked for: all would take minutes on a slow disk. */
const SAMPLE = 200

/** Checks that pictures recorded as stored on the disk have their files: 200 of them, chosen at random. */
export async function checkPictureFiles(
  client: Pick<pg.ClientBase, 'query'>,
  dataDir: string,
): Promise<Finding> {
  const folder = path.join(dataDir, 'images')
  const files = storedFiles(folder)
  const { rows } = await client.query<{ key: string; width: number }>(
    `select key, width from images where place = 'disk' and moved_to is null order by random() limit ${SAMPLE}`,
  )
  const breaches: string[] = []
  for (const { key, width } of rows) {
    const there = await Promise.all(filesOf(key, width).map((name) => files.has(name)))
    if (there.includes(false)) breaches.push(`picture ${key}: files are missing in ${path.resolve(folder)}`)
  }
  return {
    name: 'I25b',
    sentence: 'pictures on the disk have their files',
    checked: `${rows.length} images`,
    breaches,
  }
}
