import { useStore } from '../layout/use-settings.ts'

/** Whose paper it is, and what: above a page that is printed, and only there. */
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
