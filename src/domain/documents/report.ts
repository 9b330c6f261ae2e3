import { z } from 'zod'
import { DaySchema } from '../shared/day.ts'

/** The most periods of one report: a year of days, or thirty of months. */
export const MAX_PERIODS = 366

/** Query of the reports. Without days: the last twelve months, in the store's time zone. */
export const ReportQuery = z.object({
  from: DaySchema.optional().describe('The first day, such as 2026-01-01'),
  to: DaySchema.optional().describe('The last day'),
  by: z.enum(['day', 'month'], 'Choose day or month').default('month').describe('How the days are summed up'),
})
export type ReportQuery = z.infer<typeof ReportQuery>

const period = z.string().describe('A day such as 2026-11-30, or a month such as 2026-11')

/** One period of the takings. Amounts in dollars, with the tax. */
export const TakingsSchema = z.object({
  period,
  invoiced: z.number().describe('What the invoices of the period come to, in dollars'),
  credited: z.number().describe('What its credit notes give back, in dollars'),
  takings: z.number().describe('Invoiced without credited, in dollars'),
  tax: z.number().describe('The tax in the takings, in dollars'),
  depositsHeld: z
    .number()
    .describe('Core deposits that are neither given back nor kept at the end of the period, in dollars'),
})
export type Takings = z.infer<typeof TakingsSchema>

/** The tax of one region at one rate in one period. Amounts in dollars. */
export const TaxReportSchema = z.object({
  period,
  region: z.string().describe('The name of the tax region'),
  rate: z.number().describe('The rate of the tax in percent'),
  taxable: z.number().describe('What was taxed, without the tax, in dollars'),
  tax: z.number().describe('The tax, in dollars'),
})
export type TaxReport = z.infer<typeof TaxReportSchema>
