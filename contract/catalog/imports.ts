import * as z from 'zod/mini'
import { Id, IdParams, normalized, pageFields, queryBoolean } from '#contract/common.ts'
import { anyEndpoint, type Endpoint, endpoint } from '#contract/endpoint.ts'
import { EXPORT_TYPES } from '#contract/export.ts'
import type { Access } from '#domain/access.ts'
import { IMPORT_FIELD_NAMES, IMPORT_KINDS, isFactor } from '#domain/import-fields.ts'
import { IMPORT_ACTIONS, IMPORT_CAUSES } from '#domain/import-problems.ts'
import { DECIMAL_SIGNS, SEPARATORS, TEXT_ENCODINGS } from '#domain/table-format.ts'

const RowError = z.object({
  sheet: z.string(),
  row: z.int(),
  column: z.nullable(z.string()),
  message: z.string(),
  cause: z._default(z.enum(IMPORT_CAUSES), 'other'),
  /** The cell's value where each value needs an answer of its own, such as an unknown business. */
  value: z._default(z.nullable(z.string()), null),
})

/** Something that the import took otherwise than the file says, such as a negative stock as 0. */
const Note = z.object({
  message: z.string(),
  /** The first 20 rows, and the number of all. */
  rows: z.array(z.int()),
  count: z.int(),
})

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
  notes: z._default(z.array(Note), []),
})
export type ImportReport = z.output<typeof ImportReport>

const Field = z.nullable(z.enum(IMPORT_FIELD_NAMES))

const MAX_ANSWERS = 1000
const MAX_EDITS = 2000

/** One answer to all problems of a kind; `value` narrows it to one value of the column. */
export const ImportAnswer = z.object({
  cause: z.enum(IMPORT_CAUSES),
  column: z.nullable(z.string().check(z.maxLength(300))),
  value: z.nullable(z.string().check(z.maxLength(2000))),
  action: z.enum(IMPORT_ACTIONS),
  /** The value of `set`: a business's id, a category's value, else what the cell could say; empty for other actions. */
  to: z.string().check(z.maxLength(2000)),
})
export type ImportAnswer = z.output<typeof ImportAnswer>

/** A cell that was corrected in the dialog; `cell` is its 0-based column. */
const CellEdit = z.object({
  sheet: z.string().check(z.maxLength(40)),
  row: z.int().check(z.minimum(2)),
  cell: z.int().check(z.minimum(0), z.maximum(299)),
  value: z.string().check(z.maxLength(32_767)),
})
export type CellEdit = z.output<typeof CellEdit>

/** The mapping of a file: each column's field (null: ignored), and the values for new products where the file has none. */
export const ImportOptions = z.object({
  columns: z.array(Field).check(z.maxLength(300)),
  businessId: z.nullable(Id),
  categoryId: z.nullable(Id),
  /** EUR for one USD, such as 0.92, for rows with only one of the two prices; null: every row needs both. */
  eurFactor: z.nullable(z.string().check(normalized, z.refine(isFactor, { error: 'Please enter a number such as 0.92' }))),
  /** Sign before the decimals of numbers that the file has as text. */
  decimal: z.enum(DECIMAL_SIGNS),
  answers: z.array(ImportAnswer).check(z.maxLength(MAX_ANSWERS)),
  edits: z.array(CellEdit).check(z.maxLength(MAX_EDITS)),
  /** Only products of the shop are changed; a row without one is an error. */
  updateOnly: z._default(z.boolean(), false),
})
export type ImportOptions = z.output<typeof ImportOptions>

/**
 * A mapping as it is sent: without a decimal sign it is the point, without answers and corrected cells there are none, and new products are
 * imported, too.
 */
export const ImportMapping = z.partial(ImportOptions, { decimal: true, answers: true, edits: true, updateOnly: true })
export type ImportMapping = z.output<typeof ImportMapping>

/** The part of a file that has the products, and how its text is read. */
export const ImportTable = z.object({
  /** 0-based. */
  sheet: z.int().check(z.minimum(0)),
  /** The row with the headers, from 1. */
  headerRow: z.int().check(z.minimum(1)),
  /** Null for a workbook. */
  encoding: z.nullable(z.enum(TEXT_ENCODINGS)),
  separator: z.nullable(z.enum(SEPARATORS)),
})
export type ImportTable = z.output<typeof ImportTable>

/** An uploaded file that has not been imported yet. */
const ImportFile = z.object({
  kind: z.enum(IMPORT_KINDS),
  /** Rows below the header. */
  rows: z.int(),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
  /** Other sheets that the import reads besides the products. */
  sheets: z.array(z.string()),
  table: ImportTable,
  /** Every sheet of the file with the beginning of its first rows, to choose the sheet and the row with the headers. */
  choices: z.array(z.object({ name: z.string(), rows: z.int(), first: z.array(z.string()) })),
  /** The mapping is the one of the caller's last import with these headers. */
  isRemembered: z.boolean(),
  options: ImportOptions,
})
export type ImportFile = z.output<typeof ImportFile>

/** Reasons why an import cannot be undone. */
const UNDO_REFUSALS = ['notFinished', 'alreadyUndone', 'nothingChanged', 'tooOld'] as const

/** Reasons why an undo leaves a product as it is. */
const UNDO_SPARED = ['edited', 'ordered', 'importedAgain'] as const

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
    /** `possible` for 30 days after an import that changed anything. */
    state: z.enum(['impossible', 'possible', 'running', 'done']),
    /** The reason why it is impossible, else null. */
    why: z.nullable(z.enum(UNDO_REFUSALS)),
    total: z.int(),
    done: z.int(),
    /** Products that stay as they are, and why. */
    left: z.array(z.object({ slug: z.string(), name: z.string(), why: z._default(z.enum(UNDO_SPARED), 'edited') })),
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

/** Problems of one kind with the answer that was given to all of them, null: their products are left out. */
const ProblemGroup = z.object({
  cause: z.enum(IMPORT_CAUSES),
  column: z.nullable(z.string()),
  value: z.nullable(z.string()),
  message: z.string(),
  /** Number of products, and of those that are still left out. */
  count: z.int(),
  open: z.int(),
  /** The first 20 places; `cell` is the 0-based column, null: the row as a whole. */
  places: z.array(z.object({ sheet: z.string(), row: z.int(), cell: z.nullable(z.int()) })),
  answer: z.nullable(z.object({ action: z.enum(IMPORT_ACTIONS), to: z.string() })),
})
export type ProblemGroup = z.output<typeof ProblemGroup>

const ChangedProduct = z.object({
  /** Its row in the products of the file; null where only other sheets name it. */
  row: z.nullable(z.int()),
  slug: z.string(),
  name: z.string(),
  cells: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})

/**
 * The changes that importing a file would make, its problems by kind, and up to 200 of its rows with every error at its cell; rows with
 * errors come first.
 */
export const ImportPreview = z.object({
  report: ImportReport,
  errorCount: z.int(),
  /** The first 200 stored products that change, each changed cell before and after; `field` is a column of the layout. */
  changes: z.array(ChangedProduct),
  problems: z.array(ProblemGroup),
  sheets: z.array(PreviewSheet),
})
export type ImportPreview = z.output<typeof ImportPreview>

const Importing = z.object({
  /** The running import, and the last finished one. */
  running: z.nullable(ImportDetail),
  last: z.nullable(ImportDetail),
})

/** The calls of the import dialog, which staff and sellers have at addresses of their own. */
type Importer<Who> = { access: Who; permission: Endpoint['permission']; bySwitch?: Endpoint['bySwitch']; token: 'read' | 'stock' }

function importCalls<const Who extends Access>(base: string, reader: Importer<Who>, writer: Importer<Who>) {
  /** Reads what became of an import, as those who only write may, too. */
  const follower = { ...reader, token: ['read', 'stock'] } as const
  return {
    list: anyEndpoint({
      method: 'GET',
      path: base,
      ...reader,
      summary: 'Lists past and running imports, newest first.',
      query: z.object({ ...pageFields, sort: z._default(z.enum(['at', '-at']), '-at') }),
      response: z.array(ImportLine),
      list: true,
    }),
    upload: anyEndpoint({
      method: 'POST',
      path: base,
      ...writer,
      status: 201,
      summary:
        'Uploads a `file` as a draft and returns its headers, first rows, and a suggested field for each column. Nothing is imported yet.',
      response: ImportDetail,
      files: { file: 1 },
    }),
    current: anyEndpoint({
      method: 'GET',
      path: `${base}/current`,
      ...reader,
      summary: 'Returns the running import, else the last finished one, else null.',
      response: Importing,
    }),
    template: anyEndpoint({
      method: 'GET',
      path: `${base}/template`,
      ...reader,
      summary: 'Returns the catalog workbook with headers and no rows (.xlsx).',
      response: z.string(),
      produces: [EXPORT_TYPES.xlsx],
    }),
    get: anyEndpoint({
      method: 'GET',
      path: `${base}/:id`,
      ...follower,
      summary: 'Returns one import with its progress.',
      params: IdParams,
      response: ImportDetail,
    }),
    setTable: anyEndpoint({
      method: 'PUT',
      path: `${base}/:id/table`,
      ...writer,
      summary: 'Reads a draft again with another sheet, header row, character set or separator, and suggests fields for its columns.',
      params: IdParams,
      body: ImportTable,
      response: ImportDetail,
    }),
    check: anyEndpoint({
      method: 'POST',
      path: `${base}/:id/check`,
      ...writer,
      summary: 'Stores the mapping, answers and corrected cells of a draft and returns what importing it would change.',
      params: IdParams,
      body: ImportMapping,
      response: ImportPreview,
    }),
    problems: anyEndpoint({
      method: 'GET',
      path: `${base}/:id/problems`,
      ...follower,
      summary: 'Returns every problem of a draft as a .csv file.',
      params: IdParams,
      response: z.string(),
      produces: [EXPORT_TYPES.csv],
    }),
    start: anyEndpoint({
      method: 'POST',
      path: `${base}/:id/start`,
      invalidates: true,
      ...writer,
      status: 202,
      summary: 'Imports the file in the background.',
      params: IdParams,
      response: ImportDetail,
    }),
    undo: anyEndpoint({
      method: 'POST',
      path: `${base}/:id/undo`,
      invalidates: true,
      ...writer,
      status: 202,
      summary:
        'Undoes an import of the last 30 days in the background. Products edited, ordered or imported again since then stay as they are.',
      params: IdParams,
      response: ImportDetail,
    }),
    rejected: anyEndpoint({
      method: 'GET',
      path: `${base}/:id/rejected`,
      ...follower,
      summary: 'Returns the rows that were not imported as a file, with a column `error`.',
      params: IdParams,
      query: z.object({ format: z._default(z.enum(['csv', 'xlsx']), 'xlsx') }),
      response: z.string(),
      produces: Object.values(EXPORT_TYPES),
    }),
  }
}

/** Super admins only where the settings say so. */
const importers = {
  access: ['application_admin'],
  bySwitch: { super_admin: 'superAdminImport' },
  permission: 'catalog.write',
  token: 'stock',
} as const

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
  ...importCalls('/api/admin/imports', { ...importers, permission: 'catalog.read', token: 'read' }, importers),
}

const seller = { access: ['business_admin'], permission: null, token: 'stock' } as const

/** Sellers import into their own business: a business that the file names is ignored, and no other business's product changes. */
export const sellerImports = importCalls('/api/business/imports', { ...seller, token: 'read' }, seller)
