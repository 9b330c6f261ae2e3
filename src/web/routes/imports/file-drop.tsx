import { type ReactNode, useRef, useState } from 'react'
import { buttonClasses } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FieldFrame, useField } from '../../ui/field-frame.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'

/** A file input as an area for files that are dropped anywhere on the page; it names those chosen. */
export function FileDrop({
  name,
  label,
  hint,
  accept,
  multiple = false,
  error,
}: {
  name: string
  label: string
  hint: ReactNode
  accept: string
  multiple?: boolean
  error: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const over = useFileDrop((files) => {
    if (!input.current) return
    input.current.files = files
    // Forms listen for it.
    input.current.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const { frame, control } = useField({ label, hint, error })
  return (
    <FieldFrame {...frame}>
      <div
        className={classNames(
          'grid-paper relative crop-marks flex min-h-32 w-full flex-col items-center justify-center gap-2 rounded-md border p-4 text-center',
          'has-aria-invalid:border-danger has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          over ? 'border-signal bg-signal-wash' : 'border-line-strong bg-surface hover:border-ink',
        )}
      >
        <span aria-hidden="true" className={buttonClasses({}, 'bg-raised')}>
          {over ? 'Drop it' : chosen.length > 0 ? 'Browse again' : 'Browse'}
        </span>
        <span aria-live="polite" className="max-w-full bg-surface px-2 wrap-anywhere">
          {chosen.length > 0 ? chosenText(chosen) : multiple ? 'or drop files here' : 'or drop a file here'}
        </span>
        {/* Transparent, over the whole area: it handles clicks and the keyboard, and has the field's label. */}
        <input
          {...control}
          ref={input}
          name={name}
          type="file"
          accept={accept}
          multiple={multiple}
          required
          className="absolute inset-0 size-full cursor-pointer text-[0] opacity-0"
          onChange={(event) => setChosen([...(event.target.files ?? [])].map((file) => file.name))}
        />
      </div>
    </FieldFrame>
  )
}

/** "parts.csv"; "parts.csv and 50 more". */
function chosenText([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${more.length} more`
}
