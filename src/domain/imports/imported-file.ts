import { z } from 'zod'
import { boundedText } from '../shared/text.ts'
import { MAX_INFORMATION_LENGTH } from './aces/information-notes.ts'
import { findColumn, MAX_COLUMN_LENGTH, PRODUCT_COLUMNS } from './csv-product-columns.ts'

/** The kinds of uploaded files. */
export const IMPORT_KINDS = ['products', 'aces', 'pies'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
/** The kinds in the list. Vehicles of the finder are imported by the command line only. */
const LISTED_KINDS = [...IMPORT_KINDS, 'vehicles'] as const

/** Bytes of an uploaded file, its map included. Larger files are imported by the command line. */
export const MAX_IMPORT_BYTES = 16 * 2 ** 20

/** Characters of a heading that can be chosen as a column. */
export const MAX_HEADING_LENGTH = 200
/** Headings that can be chosen as columns. */
export const MAX_HEADINGS = 200

/** Maximum problems, and changes, that a report keeps. The counts include all. */
export const MAX_REPORTED = 500

/**
 * The life of a file: it is checked, which changes nothing, and then waits for an admin unless something is
 * refused; it is applied; it may be undone. `failed`: the store could not do it, for example because a part
 * was locked for too long; nothing was changed.
 */
const IMPORT_STATUSES = [
  'checking',
  'checked',
  'refused',
  'applying',
  'applied',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** The statuses in which the store is working on a file, or is about to. */
export const RUNNING_STATUSES = ['checking', 'applying', 'undoing'] as const satisfies readonly ImportStatus[]

/** Whether the store is working on the file, so that its status will change. */
export function isRunning(status: ImportStatus): boolean {
  return RUNNING_STATUSES.some((running) => running === status)
}

const ProblemSchema = z.object({
  line: z.number().int(),
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  warning: z.boolean().optional(),
})

/**
 * The notes of an ACES file that are not known to be information, the most frequent first. Each is a
 * condition of its `applications`, unless an admin decided that it only informs. `noteCount` includes those
 * that are not listed. `supplier` is blank if the file does not name it: then nothing can be decided.
 */
const NotesSchema = z.object({
  supplier: z.string(),
  notes: z.array(z.object({ note: z.string(), applications: z.number().int(), isInformation: z.boolean() })),
  noteCount: z.number().int(),
})
export type ReportedNotes = z.infer<typeof NotesSchema>

const ReportSchema = z.object({
  ok: z.boolean(),
  counts: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
  }),
  problems: z.array(ProblemSchema),
  /** The parts that are added. `price` in dollars. */
  additions: z
    .array(z.object({ line: z.number().int(), partNumber: z.string(), name: z.string(), price: z.number() }))
    .optional(),
  changes: z.array(
    z.object({
      line: z.number().int(),
      partNumber: z.string(),
      name: z.string().optional(),
      fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Includes those that are not listed here. */
  problemCount: z.number().int(),
  changeCount: z.number().int(),
  /** Columns of the file that the store does not know. */
  ignored: z.array(z.string()),
  /**
   * The headings of a products file, in order, each with the column it is read as; blank: not used.
   * `guessed`: the heading is not the column's name; `unsure`: a column that it may be, but is not read as.
   */
  headings: z
    .array(
      z.object({
        heading: z.string(),
        column: z.string(),
        guessed: z.boolean().optional(),
        unsure: z.string().optional(),
      }),
    )
    .optional(),
  /** The cells of the first lines of a products file. */
  samples: z.array(z.array(z.string())).optional(),
  /** Whether the refused lines can be left out: each problem is one of its line. */
  canLeaveOut: z.boolean().optional(),
  conditions: NotesSchema.optional(),
})
export type StoredReport = z.infer<typeof ReportSchema>

const UndoReportSchema = z.object({
  restored: z.number().int(),
  kept: z.array(z.object({ partNumber: z.string(), message: z.string() })),
  keptCount: z.number().int(),
  /** The import could not be undone: nothing was changed. */
  failed: z.boolean().optional(),
})
export type UndoReport = z.infer<typeof UndoReportSchema>

/** An import as the list shows it. `done` of `total` are parts of the current step. */
export const ImportSummarySchema = z.object({
  _id: z.string(),
  kind: z.enum(LISTED_KINDS),
  fileName: z.string(),
  status: z.enum(IMPORT_STATUSES),
  done: z.number().int(),
  total: z.number().int(),
  counts: ReportSchema.shape.counts.optional(),
  /** Names of admins; absent for the command line. */
  createdBy: z.string().optional(),
  createdAt: z.string(),
  appliedAt: z.string().optional(),
  appliedBy: z.string().optional(),
  undoneAt: z.string().optional(),
  undoneBy: z.string().optional(),
})
export type ImportSummary = z.infer<typeof ImportSummarySchema>

/**
 * One import with its report. `hasFile`: the file is still stored, so it can be checked again or applied.
 * `canUndo`: the data that it replaced is still stored. `hasRefusedLines`: the lines that were refused can be
 * downloaded.
 */
export const ImportDetailsSchema = ImportSummarySchema.extend({
  report: ReportSchema.optional(),
  undoReport: UndoReportSchema.optional(),
  hasFile: z.boolean(),
  canUndo: z.boolean(),
  hasRefusedLines: z.boolean(),
})
export type ImportDetails = z.infer<typeof ImportDetailsSchema>

const UNKNOWN_COLUMN = `Columns are ${PRODUCT_COLUMNS.join(', ')}, or “spec: ” with the name of a specification, or blank to leave one out`

/**
 * Body of `PATCH /imports/{id}`. `check`: reads the file again, for example after parts were added.
 * `columns`, for checking a products file: the column of each heading; a heading that the file repeats is
 * listed as often, in its order. `notes`, for checking an ACES file: which of its reported notes only inform,
 * in this and every later file of its supplier. `leaveOut`, for applying a products file: the lines with
 * errors are left out, and the others imported.
 */
export const ChangeImportInput = z.object({
  action: z.enum(['check', 'apply', 'undo'], 'The action is check, apply or undo'),
  columns: z
    .array(
      z.object({
        heading: boundedText(MAX_HEADING_LENGTH),
        column: boundedText(MAX_COLUMN_LENGTH, { missing: UNKNOWN_COLUMN }).refine(
          (column) => column === '' || findColumn(column) !== undefined,
          UNKNOWN_COLUMN,
        ),
      }),
      'Columns are a list of headings, each with its column',
    )
    .max(MAX_HEADINGS, `At most ${MAX_HEADINGS} columns can be given`)
    .optional(),
  notes: z
    .array(
      z.object({ note: boundedText(MAX_INFORMATION_LENGTH), isInformation: z.boolean() }),
      'Notes are a list of notes of the file, each with whether it only informs',
    )
    .max(MAX_REPORTED, `At most ${MAX_REPORTED} notes can be given`)
    .optional(),
  leaveOut: z.boolean('leaveOut is true or false').optional(),
})
export type ChangeImportInput = z.infer<typeof ChangeImportInput>

/** Pictures that can be uploaded with a file of parts. */
export const MAX_UPLOADED_PICTURES = 500
const UploadedPictures = z
  .array(
    z.object({ name: boundedText(200), url: boundedText(2000) }),
    'Pictures are a list of names and URLs',
  )
  .max(MAX_UPLOADED_PICTURES, `At most ${MAX_UPLOADED_PICTURES} pictures can be uploaded with a file`)
/** The name of a picture's file, and the URL that `POST /images` returned for it. */
export type UploadedPicture = z.infer<typeof UploadedPictures>[number]
/** Characters of their JSON. */
const MAX_PICTURES_LENGTH = 1_000_000

/** The fields of an upload besides its files. */
export const UploadFields = z.object({
  kind: z.enum(IMPORT_KINDS, 'Choose what the file holds'),
  skipUnknown: z
    .enum(['true', 'false', 'on'])
    .transform((value) => value !== 'false')
    .optional(),
  /** JSON: the pictures that were uploaded with a file of parts. */
  pictures: boundedText(MAX_PICTURES_LENGTH)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'Pictures are JSON', input: text })
        return z.NEVER
      }
    })
    .pipe(UploadedPictures)
    .optional(),
})
