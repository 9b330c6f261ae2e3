import { type MouseEvent, useState } from 'react'
import { pictureSources } from '#domain/products/picture-sources.ts'
import { Picture } from '../../layout/picture.tsx'
import { useSettings } from '../../layout/use-settings.ts'
import { Dialog } from '../../ui/dialog.tsx'

/**
 * The part's picture. A press shows it in its largest size: in a dialog, or without scripts as a file.
 * Without one, `drawing` stands in for it, which is not enlarged.
 */
export function ProductPicture({
  product: { picture, drawing, name },
}: {
  product: { picture: string; drawing: string; name: string }
}) {
  const [open, setOpen] = useState(false)
  const { src, webp } = pictureSources(picture, useSettings().pictures)
  const largest = webp?.split(', ').at(-1)?.split(' ')[0] ?? src
  const enlarge = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  if (picture === '')
    return (
      <div className="relative min-w-0 crop-marks p-2 sm:p-3">
        <Picture url={drawing} sizes="" eager alt="No picture yet" className="max-sm:aspect-video" />
      </div>
    )
  return (
    <div className="relative min-w-0 crop-marks p-2 sm:p-3">
      <a
        href={largest}
        onClick={enlarge}
        className="block cursor-zoom-in"
        aria-label={`Enlarge the picture of ${name}`}
      >
        <Picture
          url={picture}
          sizes="(max-width: 767px) 92vw, (max-width: 1240px) 48vw, 40rem"
          eager
          alt={name}
          className="max-sm:aspect-video"
        />
      </a>
      {open && (
        <Dialog
          onClose={() => setOpen(false)}
          title={name}
          className="w-[min(80rem,calc(100vw-2rem))]"
          closeLabel="Close"
        >
          <Picture url={picture} sizes="min(80rem, 95vw)" eager alt={name} />
        </Dialog>
      )}
    </div>
  )
}
