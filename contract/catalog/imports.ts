import * as z from 'zod/mini'
import { Id, IdParams, pageFields, queryBoolean } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import { IMPORT_FIELD_NAMES, IMPORT_KINDS, isFactor } from '#domain/import-fields.ts'

const RowError = z.object({ sheet: z.string(), row: z.int(), column: z.nullable(z.string()), message: z.string() })

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
  errors: z.array(RowError),
})
export type ImportReport = z.output<typeof ImportReport>

const Field = z.nullable(z.enum(IMPORT_FIELD_NAMES))

/** What a person chose for a file: what each column is (null: passed over), and what new products have where the file does not say. */
export const ImportOptions = z.object({
  columns: z.array(Field).check(z.maxLength(300)),
  businessId: z.nullable(Id),
  categoryId: z.nullable(Id),
  /** EUR for one USD, such as 0.92, where a row has no price in EUR; null: every row needs one. */
  eurFactor: z.nullable(z.string().check(z.refine(isFactor, { error: 'Please give a number such as 0.92' }))),
})
export type ImportOptions = z.output<typeof ImportOptions>

/** A file that was uploaded and is looked at: nothing of it is imported yet. */
const ImportFile = z.object({
  kind: z.enum(IMPORT_KINDS),
  /** Rows below the header. */
  rows: z.int(),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
  /** Sheets beside the products that the import reads, too. */
  sheets: z.array(z.string()),
  options: ImportOptions,
})
export type ImportFile = z.output<typeof ImportFile>

export const IMPORT_STATES = ['draft', 'waiting', 'running', 'done', 'failed', 'undone'] as const

/** An import in the list of past ones. */
export const ImportLine = z.object({
  id: Id,
  fileName: z.string(),
  status: z.enum(IMPORT_STATES),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Who imported; null: the shop itself. */
  actorName: z.nullable(z.string()),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
})
export type ImportLine = z.output<typeof ImportLine>

/** One import with its progress and what came of it. */
export const ImportDetail = z.object({
  id: Id,
  fileName: z.string(),
  status: z.enum(IMPORT_STATES),
  /** Products of the file, and how many of them are through. */
  total: z.int(),
  done: z.int(),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  /** Null until it has begun. */
  report: z.nullable(ImportReport),
  /** Why it failed; null where it did not. */
  problem: z.nullable(z.string()),
  /** Errors in all; the report names the first 1000. */
  errorCount: z.int(),
  undo: z.object({
    /** `possible` only for the last import that changed something. */
    state: z.enum(['impossible', 'possible', 'running', 'done']),
    total: z.int(),
    done: z.int(),
    /** Products that somebody edited after the import: they stay as they are now. */
    left: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
  /** Of a draft; null once it runs. */
  file: z.nullable(ImportFile),
})
export type ImportDetail = z.output<typeof ImportDetail>

const PreviewSheet = z.object({
  name: z.string(),
  columns: z.array(z.object({ header: z.string(), field: z.nullable(z.string()) })),
  rows: z.array(
    z.object({
      row: z.int(),
      cells: z.array(z.string()),
      /** `cell` counts columns from 0; null: it belongs to the row as a whole. */
      errors: z.array(z.object({ cell: z.nullable(z.int()), message: z.string() })),
    }),
  ),
})

/** What importing a file would do, and its rows with every error at its cell: all rows with one first of all, up to 200. */
export const ImportPreview = z.object({ report: ImportReport, errorCount: z.int(), sheets: z.array(PreviewSheet) })
export type ImportPreview = z.output<typeof ImportPreview>

/** Super admins only where the settings say so (D198). */
const importers = { access: ['application_admin'], bySwitch: ['super_admin'] } as const

export const imports = {
  importExcel: endpoint({
    method: 'POST',
    path: '/api/import/excel',
    invalidates: true,
    ...importers,
    summary: 'Imports a catalogue: the uploaded `file`, or without a body the file that the server is configured with.',
    query: z.object({ dryRun: z.optional(queryBoolean) }),
    response: ImportReport,
    files: { file: 1 },
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/imports',
    ...importers,
    summary: 'Past and running imports, the newest first.',
    query: z.object({ ...pageFields, sort: z._default(z.enum(['at', '-at']), '-at') }),
    response: z.array(ImportLine),
    list: true,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/admin/imports',
    ...importers,
    status: 201,
    summary: 'Takes a `file` to look at: its headers, its first rows, and a guess what each column is. Nothing is imported yet.',
    response: ImportDetail,
    files: { file: 1 },
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/admin/imports/current',
    ...importers,
    summary: 'What an importer comes back to: the import that runs, else the last one that finished, else null.',
    response: z.object({ running: z.nullable(ImportDetail), last: z.nullable(ImportDetail) }),
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/admin/imports/template',
    ...importers,
    summary: 'The catalogue workbook with its headers and no rows (.xlsx).',
    response: z.string(),
    produces: [EXPORT_TYPES.xlsx],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/imports/:id',
    ...importers,
    summary: 'One import with its progress.',
    params: IdParams,
    response: ImportDetail,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/imports/:id/check',
    ...importers,
    summary: 'Keeps what was chosen for a file and says what importing it would do.',
    params: IdParams,
    body: ImportOptions,
    response: ImportPreview,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/imports/:id/start',
    invalidates: true,
    ...importers,
    status: 202,
    summary: 'Imports the file in the background.',
    params: IdParams,
    response: ImportDetail,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/imports/:id/undo',
    invalidates: true,
    ...importers,
    status: 202,
    summary: 'Takes the last import back in the background. What somebody edited since then stays.',
    params: IdParams,
    response: ImportDetail,
  }),
  rejected: endpoint({
    method: 'GET',
    path: '/api/admin/imports/:id/rejected',
    ...importers,
    summary: 'The rows that were not imported as a file, with a column `error`.',
    params: IdParams,
    query: z.object({ format: z._default(z.enum(['csv', 'xlsx']), 'xlsx') }),
    response: z.string(),
    produces: Object.values(EXPORT_TYPES),
  }),
}
