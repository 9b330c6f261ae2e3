import { TakingsSchema, TaxReportSchema } from '#domain/documents/report.ts'
import { reportFile, showTakings, showTaxReport } from '#domain/documents/reports.server.ts'
import { mapOutcome } from '#domain/shared/outcome.ts'
import type { Handlers } from './serve-call.ts'

export const reports = {
  showTakings: ({ shop, query }) => showTakings(shop, query),
  exportTakings: async ({ shop, query }) =>
    mapOutcome(await showTakings(shop, query), (rows) =>
      reportFile('takings', rows, Object.keys(TakingsSchema.shape)),
    ),
  showTaxReport: ({ shop, query }) => showTaxReport(shop, query),
  exportTaxReport: async ({ shop, query }) =>
    mapOutcome(await showTaxReport(shop, query), (rows) =>
      reportFile('tax', rows, Object.keys(TaxReportSchema.shape)),
    ),
} satisfies Partial<Handlers>
