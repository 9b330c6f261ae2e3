import { isWebUrl, PictureFetchError } from '../products/picture-fetcher.ts'
import { withPictureSlot } from '../products/picture-slot.server.ts'
import { storedPicture } from '../products/stored-picture.ts'
import { spelledNumber } from '../search/part-number.ts'
import type { Shop } from '../shop.ts'
import type { UploadedPicture } from './imported-file.ts'
import type { PictureSource } from './picture-source.ts'

const NO_SUCH_PICTURE =
  'There is no such picture. Enter its whole URL (https://…), or leave the cell blank: a new part is then shown with a drawing, and another keeps its picture.'

/** For all pictures of one file, in ms: other imports wait for it. */
const MAX_TIME_MS = 20 * 60_000
const TOO_LONG =
  'The pictures of a file are fetched for 20 minutes at most. Import the file again for the others.'

/**
 * The pictures of an uploaded file: those that are in the store, among them those uploaded with it, and those
 * on other servers, which are fetched when the file is imported.
 * @param uploaded the picture of a name, and of the part whose number is the name without its ending; more
 * of a part end with `_2` or `(2)`.
 * `uploadedBy`: the importing admin. `signal` stops fetching.
 */
export function uploadPictures(
  { images, fetchPicture, appUrl }: Pick<Shop, 'images' | 'fetchPicture'> & { appUrl: string },
  uploaded: readonly UploadedPicture[],
  { uploadedBy, signal }: { uploadedBy: string | null; signal: AbortSignal },
): PictureSource {
  /** Pictures of the store at a hosted service have web addresses too. */
  const owned = new Set<string>()
  const byName = new Map(uploaded.map((picture) => [picture.name.toLowerCase(), picture]))
  const byNumber = Map.groupBy(uploaded, (picture) => inFileNames(stemOf(picture)))
  // A part number may itself end like that, so these come after.
  const counted = Map.groupBy(
    uploaded.filter((picture) => countIn(picture) > 0).toSorted((a, b) => countIn(a) - countIn(b)),
    (picture) => inFileNames(stemOf(picture).replace(COUNTED, '')),
  )
  const used = new Set<string>()
  const use = (picture: UploadedPicture | undefined) => {
    if (picture) used.add(picture.name)
    return picture?.url
  }
  let startedAt: number | undefined
  const isElsewhere = (picture: string) => isWebUrl(picture) && !owned.has(picture)
  return {
    isFile: isElsewhere,
    isOptional: isElsewhere,
    asStored: (picture) => storedPicture(appUrl, use(byName.get(picture.toLowerCase())) ?? picture),
    ofPart: (partNumber) =>
      [byNumber, counted].flatMap((pictures) =>
        (pictures.get(inFileNames(partNumber)) ?? []).flatMap((picture) => use(picture) ?? []),
      ),
    unused: () => uploaded.map(({ name }) => name).filter((name) => !used.has(name)),
    async prepare(pictures) {
      const hosted = pictures.filter(isElsewhere)
      if (hosted.length > 0) for (const url of await images.filterOwned(hosted)) owned.add(url)
    },
    async check(pictures) {
      const own = pictures.filter((picture) => !isElsewhere(picture))
      const found = await images.filterOwned(own)
      return new Map(own.flatMap((url) => (found.has(url) ? [] : [[url, NO_SUCH_PICTURE]])))
    },
    async store(picture) {
      startedAt ??= performance.now()
      if (performance.now() > startedAt + MAX_TIME_MS) throw new PictureFetchError(TOO_LONG)
      const bytes = await fetchPicture(picture, signal)
      return (await withPictureSlot(() => images.put(bytes, uploadedBy))).url
    },
  }
}

/** A part number without the signs that the name of a file cannot have. */
const inFileNames = (number: string) => spelledNumber(number).replaceAll(/[\\/:*?"<>|]/g, '')

/** What the names of several pictures of a part end with: "1042_2" and "1042 (2)". */
const COUNTED = /(?:_| ?\()(?<count>\d{1,2})\)?$/
const stemOf = ({ name }: UploadedPicture) => name.replace(/\.[a-z]{3,4}$/i, '')
const countIn = (picture: UploadedPicture) => Number(COUNTED.exec(stemOf(picture))?.groups?.['count'] ?? 0)
