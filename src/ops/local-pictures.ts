import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { PictureSource } from '#domain/imports/picture-source.ts'
import { type ImageStore, MAX_IMAGE_BYTES } from '#domain/products/image-store.ts'
import { storedPicture } from '#domain/products/stored-picture.ts'

/**
 * Pictures that a file refers to: URLs of this store's own, or files in the same folder. `appUrl`: the URL of
 * the store, if it has one.
 */
export function localPictures(file: string, images: ImageStore, appUrl: string | undefined): PictureSource {
  const folder = path.dirname(path.resolve(file))
  const isFile = (picture: string) => !picture.startsWith('/') && !picture.includes('://')
  const pathOf = (picture: string) => path.resolve(folder, picture)
  const checkFile = async (picture: string): Promise<string | null> => {
    if (!pathOf(picture).startsWith(folder + path.sep)) return 'Pictures must be in the folder of the file.'
    // Missing or unreadable: the same problem for the operator.
    const file = await stat(pathOf(picture)).catch(() => null)
    if (!file?.isFile()) return `There is no picture ${picture} in the folder of the file.`
    return file.size > MAX_IMAGE_BYTES ? `A picture has at most ${MAX_IMAGE_BYTES / 2 ** 20} MB.` : null
  }
  return {
    isFile,
    isOptional: () => false,
    asStored: (picture) =>
      storedPicture(appUrl ?? /^http:\/\/localhost:\d+(?=\/)/.exec(picture)?.[0] ?? '', picture),
    async check(pictures) {
      const owned = await images.filterOwned(pictures.filter((picture) => !isFile(picture)))
      const problems = new Map<string, string>()
      for (const picture of pictures) {
        const problem = isFile(picture)
          ? await checkFile(picture)
          : owned.has(picture)
            ? null
            : `The store has no picture ${picture.slice(0, 80)}. Enter the name of a file in the same folder.`
        if (problem !== null) problems.set(picture, problem)
      }
      return problems
    },
    store: async (picture) => (await images.put(await readFile(pathOf(picture)))).url,
  }
}
