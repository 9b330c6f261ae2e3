import { type RefObject, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LIST_SHORTCUTS, useListShortcuts } from './use-list-shortcuts.ts'

/** Enables the shortcuts of an AdminList; the dialog lists them and turns them off. */
export function ListShortcuts({
  frame,
  selectable,
}: {
  frame: RefObject<HTMLElement | null>
  /** Whether rows can be selected. */
  selectable: boolean
}) {
  const [open, setOpen] = useState(false)
  const { on, turn } = useListShortcuts(frame, () => setOpen(true))
  const listed = LIST_SHORTCUTS.filter(({ action }) => selectable || action !== 'select')
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="underline underline-offset-4 pointer-coarse:hidden"
        onClick={() => setOpen(true)}
      >
        Keyboard shortcuts
      </Button>
      {open && (
        <Dialog onClose={() => setOpen(false)} closeLabel="Close" title="Keyboard shortcuts">
          <dl className="mb-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
            {listed.map(({ key, meaning }) => (
              <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
                <dt>
                  <kbd className="inline-block min-w-8 rounded-md border border-line-strong px-2 text-center font-mono">
                    {key}
                  </kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <Checkbox
            label="Use these shortcuts"
            checked={on}
            onChange={({ target }) => turn(target.checked)}
          />
        </Dialog>
      )}
    </>
  )
}
