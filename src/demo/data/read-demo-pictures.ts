import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync } from 'fflate'
import type { EncodedFiles } from '#integrations/images/stored-files.ts'

/** Every width of the demo products' pictures, encoded by `tools/pictures/demo-pictures.ts`. */
export const DEMO_PICTURES = path.join(import.meta.dirname, 'demo-pictures.zip')
/** Names the URL of each picture, in the archive. */
export const PICTURE_URLS = 'pictures.json'

/** The encoded pictures of the demo's products: `urls` by the name of a picture, and their files. */
export async function readDemoPictures(): Promise<{ urls: Record<string, string>; files: EncodedFiles }> {
  const files = new Map(Object.entries(unzipSync(await readFile(DEMO_PICTURES))))
  const bytesOf = (name: string) => {
    const bytes = files.get(name)
    return bytes ? Buffer.from(bytes) : null
  }
  return {
    urls: JSON.parse(String(bytesOf(PICTURE_URLS))) as Record<string, string>,
    files: { read: (name) => Promise.resolve(bytesOf(name)) },
  }
}
