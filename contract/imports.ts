import * as z from 'zod/mini'
import { queryBoolean } from './common.ts'
import { endpoint } from './endpoint.ts'

/** What an import did, or would do. Rows count the header as row 1, as a spreadsheet shows them. */
export const ImportReport = z.object({
  success: z.boolean(),
  message: z.string(),
  dryRun: z.boolean(),
  results: z.object({ products: z.int(), features: z.int(), images: z.int(), specifications: z.int() }),
  created: z.int(),
  updated: z.int(),
  /** Products that stand in the file exactly as they are stored. */
  unchanged: z.int(),
  /** Products left as they were because one of their rows has an error. */
  skipped: z.int(),
  errors: z.array(z.object({ sheet: z.string(), row: z.int(), column: z.nullable(z.string()), message: z.string() })),
})
export type ImportReport = z.output<typeof ImportReport>

export const imports = {
  importExcel: endpoint({
    method: 'POST',
    path: '/api/import/excel',
    access: ['application_admin'],
    summary: 'Imports a catalogue: the uploaded `file`, or without a body the file that the server is configured with.',
    query: z.object({ dryRun: z.optional(queryBoolean) }),
    response: ImportReport,
    files: ['file'],
  }),
}
