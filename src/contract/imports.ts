import { z } from 'zod'
import {
  ChangeImportInput,
  IMPORT_KINDS,
  ImportDetailsSchema,
  ImportSummarySchema,
} from '#domain/imports/imported-file.ts'
import { PageQuery } from '#domain/shared/lists.ts'
import { defineCall } from './call.ts'
import { IdParams, InsertResult, UpdateResult } from './shared-schemas.ts'

export const addImport = defineCall('POST', '/imports', {
  summary:
    'Upload a file of parts (`kind`: products, aces or pies; at most 16 MiB in total). It is checked first, and changes nothing until it is applied. `pictures` is JSON, `[{"name", "url"}]`: uploaded pictures for the parts whose picture or number is their name',
  access: 'admin',
  form: {
    kind: { type: 'text' },
    file: { type: 'file' },
    map: { type: 'file', optional: true },
    skipUnknown: { type: 'text', optional: true },
    pictures: { type: 'text', optional: true },
  },
  response: InsertResult,
  status: 201,
  refusals: ['payload_too_large'],
})

export const listImports = defineCall('GET', '/imports', {
  summary: 'List imported files, newest first',
  access: 'admin',
  query: PageQuery,
  response: z.array(ImportSummarySchema),
})

export const showImport = defineCall('GET', '/imports/{id}', {
  summary: 'Show an imported file: its progress, changes and problems',
  access: 'admin',
  params: IdParams,
  response: ImportDetailsSchema,
})

export const changeImport = defineCall('PATCH', '/imports/{id}', {
  summary:
    'Check a file again (a parts file with other `columns`), apply a checked file (or with `leaveOut` the lines of a refused one that have no errors), or undo an applied one, in the background',
  access: 'admin',
  params: IdParams,
  body: ChangeImportInput,
  response: UpdateResult,
  refusals: ['import_changed'],
})

export const downloadRefusedLines = defineCall('GET', '/imports/{id}/refused-lines', {
  summary:
    'Download the refused lines of a parts file as CSV, with the reason in a last column, to correct and upload them',
  access: 'admin',
  params: IdParams,
  response: z.string(),
  fileTypes: ['text/csv'],
})

export const exportParts = defineCall('GET', '/exports/{kind}', {
  summary:
    'Download all parts with a part number as a file: products (CSV), pies, or aces with the vehicles that they fit (XML). Importing it again changes nothing',
  access: 'admin',
  params: z.object({ kind: z.enum(IMPORT_KINDS) }),
  response: z.string(),
  fileTypes: ['text/csv', 'application/xml'],
})
