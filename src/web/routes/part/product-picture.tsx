import { type MouseEvent, useState } from 'react'
import { pictureSources } from '#domain/products/picture-sources.ts'
import { Picture, Thumbnail } from '../../layout/picture.tsx'
import { useSettings } from '../../layout/use-settings.ts'
import { type GalleryPicture, PictureViewer } from './picture-viewer.tsx'

/**
 * The part's pictures. A press on a small one shows it above; a press on the large one shows it in its
 * largest size, in a dialog. Without scripts both open the file. A lone drawing that stands in for a picture
 * is not enlarged.
 */
export function ProductPicture({
  product: { pictures, gallery, name },
}: {
  product: { pictures: readonly string[]; gallery: readonly GalleryPicture[]; name: string }
}) {
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState(false)
  const { pictures: base } = useSettings()
  const shown = gallery[at]
  if (!shown) return null
  const picture = (
    <Picture
      {...shown}
      sizes="(max-width: 767px) 92vw, (max-width: 1240px) 48vw, 40rem"
      eager
      className="max-sm:aspect-video"
    />
  )
  if (pictures.length === 0 && gallery.length === 1)
    return <div className="relative min-w-0 crop-marks p-2 sm:p-3">{picture}</div>
  const linkTo = (url: string, onPress: () => void) => ({
    href: largestFile(url, base),
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onPress()
    },
  })
  return (
    <div className="min-w-0">
      <div className="relative crop-marks p-2 sm:p-3">
        <a
          {...linkTo(shown.url, () => setOpen(true))}
          className="block cursor-zoom-in"
          aria-label={`Enlarge the picture of ${name}`}
        >
          {picture}
        </a>
      </div>
      {gallery.length > 1 && (
        <ul aria-label="Pictures" className="mt-2 flex gap-2 overflow-x-auto p-1">
          {gallery.map(({ url }, to) => (
            <li key={url}>
              <a
                {...linkTo(url, () => setAt(to))}
                aria-current={to === at || undefined}
                aria-label={`Picture ${to + 1}`}
                className="block w-20 border-2 border-transparent hover:border-line-strong aria-current:border-signal"
              >
                <Thumbnail url={url} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <PictureViewer name={name} pictures={gallery} at={at} onMove={setAt} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

function largestFile(url: string, base: string): string {
  const { src, webp } = pictureSources(url, base)
  return webp?.split(', ').at(-1)?.split(' ')[0] ?? src
}
