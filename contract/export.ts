import * as z from 'zod/mini'
import type { Access } from '#domain/access.ts'
import type { Permission } from '#domain/permissions.ts'
import { anyEndpoint, type Endpoint } from './endpoint.ts'

const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Content types of the formats. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Maximum rows of an .xlsx file; a .csv file has no limit. */
export const MAX_SHEET_ROWS = 50_000

const formatFields = { format: z._default(z.enum(EXPORT_FORMATS), 'csv') }

/** Describes the export of a list: its path with `/export`, its filters and order, and all matching rows as one file. */
export function exportOf<const Who extends Access, Fields extends z.core.$ZodLooseShape>(
  list: { path: string; access: Who; permission?: Permission | null; query: z.ZodMiniObject<Fields>; token?: Endpoint['token'] },
  summary: string,
  { stepUp = false }: { stepUp?: boolean } = {},
) {
  return anyEndpoint({
    method: 'GET',
    path: `${list.path}/export`,
    access: list.access,
    permission: list.permission ?? null,
    summary,
    query: z.extend(list.query, formatFields),
    response: z.string(),
    produces: Object.values(EXPORT_TYPES),
    stepUp,
    ...(!stepUp && list.token && { token: list.token }),
    mayLag: true,
  })
}
