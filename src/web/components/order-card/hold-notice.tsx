import { durationText } from '#domain/shared/duration-text.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { useSession } from '../../session/session.ts'

/** Below the button that places an order: for how long its parts are held for this customer. */
export function HoldNotice() {
  const { holdMinutes } = useSettings()
  const { user } = useSession()
  const minutes = user?.emailVerified === false ? holdMinutes.unverified : holdMinutes.verified
  return (
    <p className="text-sm text-ink-soft">
      Next: payment. We hold your parts for you for {durationText(minutes)}.
    </p>
  )
}
