import { downloadRefusedLines, exportParts } from '#contract/imports.ts'
import type { ImportKind } from '#domain/imports/imported-file.ts'
import { callUrl } from '../../api-client/api-client.ts'
import { saveFile } from '../../components/list/save-file.ts'

/** Saves all parts as a file. */
export const downloadParts = (kind: ImportKind) => saveFile(callUrl(exportParts.path, { kind }))

/** Saves the refused lines of a file, with the reasons. */
export const downloadLines = (id: string) => saveFile(callUrl(downloadRefusedLines.path, { id }))
