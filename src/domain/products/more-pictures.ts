import { boundedText } from '../shared/text.ts'

/** Pictures of a part besides its first; so many does the database accept. */
export const MAX_MORE_PICTURES = 8
const MAX_URL_LENGTH = 2000

/** The URLs in a text, apart by spaces or line breaks, each once. */
export const splitPictures = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))]

/** URLs of pictures as products store them. */
export const joinPictures = (urls: readonly string[]) => urls.join(' ')

/** The URLs with each of them changed. */
export const mapPictures = (text: string, change: (url: string) => string) =>
  joinPictures(splitPictures(text).map(change))

export const MorePictures = boundedText((MAX_MORE_PICTURES + 1) * (MAX_URL_LENGTH + 1))
  .refine((text) => splitPictures(text).length <= MAX_MORE_PICTURES, {
    error: `Add at most ${MAX_MORE_PICTURES} more pictures`,
    abort: true,
  })
  .refine((text) => splitPictures(text).every((url) => url.length <= MAX_URL_LENGTH), {
    error: `Keep the URL of each picture to ${MAX_URL_LENGTH} characters`,
    abort: true,
  })
  .overwrite((text) => joinPictures(splitPictures(text)))
  .describe('URLs of pictures, apart by spaces')
