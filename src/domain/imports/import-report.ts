/**
 * Why a line of a file is refused, or with `warning` what an owner should look at in a line that is imported. `line` counts from 1, the
 * header included; `field` is the name that the API or the file's format uses.
 */
export type ImportProblem = { line: number; code: string; message: string; field?: string; warning?: boolean }

/** What an import does, or would do, to the records of the store. */
export type ImportCounts = {
  added: number
  changed: number
  removed: number
  unchanged: number
  refused: number
}

/** A changed record, for people: its line, its part number, and each value before and after. */
export type ImportChange = {
  line: number
  partNumber: string
  fields: { field: string; before: string; after: string }[]
}

/** The result of a dry run or of an import. `ok`: no line is refused; else nothing was applied. */
export type ImportReport = {
  ok: boolean
  counts: ImportCounts
  problems: ImportProblem[]
}
