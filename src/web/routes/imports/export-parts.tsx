import { useState } from 'react'
import { IMPORT_KINDS, type ImportKind } from '#domain/imports/imported-file.ts'
import { problemText } from '../../api-client/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { downloadParts } from './download-parts.ts'
import { KIND_TEXTS } from './import-texts.ts'

/** Downloads the store's parts, in the formats that it imports. */
export function ExportParts() {
  const [busy, setBusy] = useState<ImportKind | null>(null)

  const download = async (kind: ImportKind) => {
    if (busy) return
    setBusy(kind)
    try {
      await downloadParts(kind)
    } catch (error) {
      toastError(problemText(error), { about: 'export' })
    }
    setBusy(null)
  }

  return (
    <section className="flex flex-col items-start gap-4" aria-labelledby="export">
      <h2 id="export" className="text-xl">
        Export
      </h2>
      <p className="text-ink-soft">
        Every part that has a part number, hidden parts included. You can edit the files and import them
        again.
      </p>
      <div className="flex flex-wrap gap-3">
        {IMPORT_KINDS.map((kind) => (
          <Button key={kind} busy={busy === kind} busyLabel="Preparing …" onClick={() => void download(kind)}>
            {KIND_TEXTS[kind]}
          </Button>
        ))}
      </div>
    </section>
  )
}
