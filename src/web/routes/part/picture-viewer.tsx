import { useState } from 'react'
import { Picture } from '../../layout/picture.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export type GalleryPicture = { url: string; alt: string }

/** The pictures of a part in their largest size, one at a time, which can be magnified and moved. */
export function PictureViewer({
  name,
  pictures,
  at,
  onMove,
  onClose,
}: {
  name: string
  pictures: readonly GalleryPicture[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}) {
  const [zoomed, setZoomed] = useState(false)
  const count = pictures.length
  const move = (by: number) => {
    setZoomed(false)
    onMove((at + by + count) % count)
  }
  return (
    <Dialog onClose={onClose} title={name} className="w-[min(80rem,calc(100vw-2rem))]" closeLabel="Close">
      {/* Scrolled by touch, wheel and arrow keys. */}
      <div tabIndex={zoomed ? 0 : undefined} role="group" aria-label="Picture" className="overflow-auto">
        <Picture
          {...(pictures[at] ?? { url: '' })}
          sizes={zoomed ? '190vw' : 'min(80rem, 95vw)'}
          eager
          {...(zoomed && { className: 'w-[200%]' })}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button size="sm" aria-pressed={zoomed} onClick={() => setZoomed(!zoomed)}>
          Zoom in
        </Button>
        {count > 1 && (
          <>
            <Button size="sm" onClick={() => move(-1)}>
              Previous
            </Button>
            <Button size="sm" onClick={() => move(1)}>
              Next
            </Button>
            <p role="status" className="text-sm text-ink-soft tabular-nums">
              {at + 1} of {count}
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
