import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

/** The bank's 3-D Secure page. `onLoad` is called for every page in the frame. */
export function ChallengeFrame({
  url,
  onLoad,
  onAnotherCard,
}: {
  url: string
  onLoad: () => void
  onAnotherCard: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-3xl focus:outline-none">
        Your bank asks you to confirm
      </h2>
      <p>Confirm the payment on your bank’s page below. Nothing is charged before you do.</p>
      <iframe
        src={url}
        title="Your bank’s page"
        onLoad={onLoad}
        className="h-104 w-full sm:h-80 rounded-md border border-line-strong bg-surface"
      />
      <Button className="self-start" onClick={onAnotherCard}>
        Use another card
      </Button>
    </div>
  )
}
