import { useStore } from '../layout/use-settings.ts'

/** The letterhead and title of a printed page; hidden on screens. */
export function PrintedLetterhead({ paper }: { paper: string }) {
  const { name, letterhead } = useStore()
  return (
    <div className="mb-2 hidden print:block">
      <p className="font-display text-xl">
        {name} · {paper}
      </p>
      <p className="text-sm">{letterhead}</p>
    </div>
  )
}
