import { z } from 'zod'
import { ReportQuery, TakingsSchema, TaxReportSchema } from '#domain/documents/report.ts'
import { defineCall } from './call.ts'

const takings = {
  summary: 'Show what was invoiced and credited by day or month, its tax, and the core deposits held',
  access: 'admin',
  query: ReportQuery,
} as const

export const showTakings = defineCall('GET', '/reports/takings', {
  ...takings,
  response: z.array(TakingsSchema),
})

export const exportTakings = defineCall('GET', '/reports/takings.csv', {
  ...takings,
  summary: 'Download the takings as CSV',
  response: z.string(),
  fileTypes: ['text/csv'],
})

const taxes = {
  summary: 'Show the tax of each region by day or month, from the lines of invoices and credit notes',
  access: 'admin',
  query: ReportQuery,
} as const

export const showTaxReport = defineCall('GET', '/reports/tax', {
  ...taxes,
  response: z.array(TaxReportSchema),
})

export const exportTaxReport = defineCall('GET', '/reports/tax.csv', {
  ...taxes,
  summary: 'Download the tax of each region as CSV',
  response: z.string(),
  fileTypes: ['text/csv'],
})
