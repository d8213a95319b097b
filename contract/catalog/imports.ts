import * as z from 'zod/mini'
import { Id, IdParams, pageFields, queryBoolean } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import { IMPORT_FIELD_NAMES, IMPORT_KINDS, isFactor } from '#domain/import-fields.ts'

const RowError = z.object({ sheet: z.string(), row: z.int(), column: z.nullable(z.string()), message: z.string() })

/** The result, or expected result, of an import. The header is row 1, as in a spreadsheet. */
export const ImportReport = z.object({
  success: z.boolean(),
  message: z.string(),
  dryRun: z.boolean(),
  results: z.object({ products: z.int(), features: z.int(), images: z.int(), specifications: z.int() }),
  created: z.int(),
  updated: z.int(),
  /** Products that the file gives exactly as they are stored. */
  unchanged: z.int(),
  /** Products skipped because one of their rows has an error. */
  skipped: z.int(),
  errors: z.array(RowError),
})
export type ImportReport = z.output<typeof ImportReport>

const Field = z.nullable(z.enum(IMPORT_FIELD_NAMES))

/** The mapping of a file: each column's field (null: ignored), and the values for new products where the file has none. */
export const ImportOptions = z.object({
  columns: z.array(Field).check(z.maxLength(300)),
  businessId: z.nullable(Id),
  categoryId: z.nullable(Id),
  /** EUR for one USD, such as 0.92, for rows without a EUR price; null: every row needs one. */
  eurFactor: z.nullable(z.string().check(z.refine(isFactor, { error: 'Please give a number such as 0.92' }))),
})
export type ImportOptions = z.output<typeof ImportOptions>

/** An uploaded file that has not been imported yet. */
const ImportFile = z.object({
  kind: z.enum(IMPORT_KINDS),
  /** Rows below the header. */
  rows: z.int(),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
  /** Other sheets that the import reads besides the products. */
  sheets: z.array(z.string()),
  options: ImportOptions,
})
export type ImportFile = z.output<typeof ImportFile>

const IMPORT_STATES = ['draft', 'waiting', 'running', 'done', 'failed', 'undone'] as const

/** An import in the list of past ones. */
export const ImportLine = z.object({
  id: Id,
  fileName: z.string(),
  status: z.enum(IMPORT_STATES),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
  /** The user who imported; null: the system. */
  actorName: z.nullable(z.string()),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
})
export type ImportLine = z.output<typeof ImportLine>

/** One import with its progress and result. */
export const ImportDetail = z.object({
  id: Id,
  fileName: z.string(),
  status: z.enum(IMPORT_STATES),
  /** Number of products in the file, and of those done. */
  total: z.int(),
  done: z.int(),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  /** Null until it has started. */
  report: z.nullable(ImportReport),
  /** The reason of a failure, else null. */
  problem: z.nullable(z.string()),
  /** Total number of errors; the report has the first 1000. */
  errorCount: z.int(),
  undo: z.object({
    /** `possible` only for the last import that changed anything. */
    state: z.enum(['impossible', 'possible', 'running', 'done']),
    total: z.int(),
    done: z.int(),
    /** Products edited after the import, which stay as they are. */
    left: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
  /** For a draft; null once the import has started. */
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
      /** `cell` is the 0-based column; null: the error is about the whole row. */
      errors: z.array(z.object({ cell: z.nullable(z.int()), message: z.string() })),
    }),
  ),
})

/** The changes that importing a file would make, and up to 200 of its rows with every error at its cell; rows with errors come first. */
export const ImportPreview = z.object({ report: ImportReport, errorCount: z.int(), sheets: z.array(PreviewSheet) })
export type ImportPreview = z.output<typeof ImportPreview>

/** Super admins only where the settings say so. */
const importers = { access: ['application_admin'], bySwitch: ['super_admin'] } as const

export const imports = {
  importExcel: endpoint({
    method: 'POST',
    path: '/api/import/excel',
    invalidates: true,
    ...importers,
    summary: 'Imports a catalog: the uploaded `file`, or without a body the file that the server is configured with.',
    query: z.object({ dryRun: z.optional(queryBoolean) }),
    response: ImportReport,
    files: { file: 1 },
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/imports',
    ...importers,
    summary: 'Lists past and running imports, newest first.',
    query: z.object({ ...pageFields, sort: z._default(z.enum(['at', '-at']), '-at') }),
    response: z.array(ImportLine),
    list: true,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/admin/imports',
    ...importers,
    status: 201,
    summary:
      'Uploads a `file` as a draft and returns its headers, first rows, and a suggested field for each column. Nothing is imported yet.',
    response: ImportDetail,
    files: { file: 1 },
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/admin/imports/current',
    ...importers,
    summary: 'Returns the running import, else the last finished one, else null.',
    response: z.object({ running: z.nullable(ImportDetail), last: z.nullable(ImportDetail) }),
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/admin/imports/template',
    ...importers,
    summary: 'Returns the catalog workbook with headers and no rows (.xlsx).',
    response: z.string(),
    produces: [EXPORT_TYPES.xlsx],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/imports/:id',
    ...importers,
    summary: 'Returns one import with its progress.',
    params: IdParams,
    response: ImportDetail,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/imports/:id/check',
    ...importers,
    summary: 'Stores the column mapping of a draft and returns what importing it would change.',
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
    summary: 'Undoes the last import in the background. Products edited since then stay as they are.',
    params: IdParams,
    response: ImportDetail,
  }),
  rejected: endpoint({
    method: 'GET',
    path: '/api/admin/imports/:id/rejected',
    ...importers,
    summary: 'Returns the rows that were not imported as a file, with a column `error`.',
    params: IdParams,
    query: z.object({ format: z._default(z.enum(['csv', 'xlsx']), 'xlsx') }),
    response: z.string(),
    produces: Object.values(EXPORT_TYPES),
  }),
}
