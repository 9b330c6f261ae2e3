import { IMPORT_KINDS } from '#domain/imports/imported-file.ts'
import { problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { downloadParts } from './download-parts.ts'
import { KIND_TEXTS } from './import-texts.ts'

/** Downloads the store's parts, in the formats that it imports. */
export function ExportParts() {
  const { pending, send } = useMutation(downloadParts, { about: 'export', failed: problemText })

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
          <Button key={kind} busy={pending === kind} busyLabel="Preparing …" onClick={() => void send(kind)}>
            {KIND_TEXTS[kind]}
          </Button>
        ))}
      </div>
    </section>
  )
}
