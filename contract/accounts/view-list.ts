import * as z from 'zod/mini'
import { IdParams, Ok, requiredLine, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const office = ['business_admin', ...STAFF_ROLES] as const

/** Most views that a user saves of one list. */
export const MAX_VIEWS = 30

const GridName = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/, { error: 'Must be the name of a list' }))

/** A view of a list: its name, and search, filters and order as the address has them. */
export const SavedView = z.object({ id: z.string(), label: z.string(), query: z.string() })
export type SavedView = z.output<typeof SavedView>

export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/views',
    access: office,
    permission: 'any',
    summary: "Lists the caller's saved views of a list, oldest first.",
    query: z.object({ grid: GridName }),
    response: z.object({ views: z.array(SavedView) }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/account/views',
    access: office,
    permission: 'any',
    summary: 'Saves a view of a list for the caller, at most 30 a list; one of the same name is replaced.',
    body: z.object({ grid: GridName, label: requiredLine(40), query: text(2000) }),
    response: SavedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/views/:id',
    access: office,
    permission: 'any',
    summary: "Removes one of the caller's saved views.",
    params: IdParams,
    response: Ok,
  }),
}
