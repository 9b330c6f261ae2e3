import { Logo } from '../layout/logo.tsx'
import { useStore } from '../layout/use-settings.ts'

/** The letterhead and title of a printed page; hidden on screens. */
export function PrintedLetterhead({ paper }: { paper: string }) {
  const { letterhead } = useStore()
  return (
    <div className="mb-4 hidden border-b border-line-strong pb-3 print:block">
      <div className="flex items-center justify-between gap-8">
        <Logo className="h-9" />
        <p className="font-display text-2xl leading-none">{paper}</p>
      </div>
      <p className="mt-2 text-sm">{letterhead}</p>
    </div>
  )
}
