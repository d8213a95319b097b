import * as z from 'zod/mini'
import { Email, IdParams, pageFields, queryBoolean, queryValues, requiredLine, requiredText, trap } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { NOTICE_DECISIONS, NOTICE_STATUSES } from '#domain/notice.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** Notice about content that somebody takes to be illegal (Regulation (EU) 2022/2065, Article 16). */
export const NoticeBody = z.object({
  /** Address of the page, or its path. */
  address: requiredText(500, 'Please enter the address of the page'),
  reason: requiredText(4000, 'Please say what is wrong, and why'),
  name: requiredLine(160, 'Please enter your name'),
  email: Email,
  goodFaith: z.boolean().check(z.refine((isTicked) => isTicked, { error: 'Please confirm that your report is accurate and complete' })),
  website: trap,
})
export type NoticeBody = z.output<typeof NoticeBody>

/** Receipt of a notice. */
const NoticeReceipt = z.object({ number: z.string(), email: z.string(), receivedAt: z.string() })
export type NoticeReceipt = z.output<typeof NoticeReceipt>

/** A notice as the seller sees it: without the name, the address and the words of the person who reported it. */
export const OwnNotice = z.object({
  id: z.string(),
  number: z.string(),
  /** Path of the page. */
  address: z.string(),
  /** Product that it is about; null for others. */
  product: z.nullable(z.object({ id: z.string(), name: z.string() })),
  status: z.enum(NOTICE_STATUSES),
  decision: z.nullable(z.enum(NOTICE_DECISIONS)),
  /** Reasons for the decision; empty before it. */
  reasons: z.string(),
  receivedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** Objection of the seller; empty for none. */
  objection: z.string(),
  objectedAt: z.nullable(z.string()),
  /** Time until which the seller may object; null while it cannot. */
  objectUntil: z.nullable(z.string()),
  version: z.int(),
})
export type OwnNotice = z.output<typeof OwnNotice>

/** A notice, for staff. */
export const Notice = z.extend(OwnNotice, {
  business: z.nullable(z.object({ id: z.string(), name: z.string() })),
  reason: z.string(),
  name: z.string(),
  email: z.string(),
  /** Time by which it, or the objection, should be decided; null where nothing is to be decided. */
  dueAt: z.nullable(z.string()),
})
export type Notice = z.output<typeof Notice>

/** Decision about a notice, or about the seller's objection to the one before. */
const DecideNoticeBody = z.object({
  decision: z.enum(NOTICE_DECISIONS),
  /** Facts, and the law or the terms that it rests on; emailed to both sides. */
  reasons: requiredText(4000, 'Please enter the reasons'),
  version: z.optional(z.int()),
})
export type DecideNoticeBody = z.output<typeof DecideNoticeBody>

const filterFields = {
  ...pageFields,
  status: z.optional(queryValues(z.enum(NOTICE_STATUSES))),
  /** True: to be decided, also where a seller has objected; false: the others. */
  open: z.optional(queryBoolean),
  sort: z.optional(z.enum(['receivedAt', '-receivedAt'])),
}
const NoticeQuery = z.object(filterFields)
export type NoticeQuery = z.output<typeof NoticeQuery>

const listNotices = endpoint({
  method: 'GET',
  path: '/api/admin/notices',
  access: STAFF_ROLES,
  permission: 'content.read',
  summary: 'Notices about content, newest first; a search reads number, address, name and email.',
  query: NoticeQuery,
  response: z.array(Notice),
  list: true,
})

export const notices = {
  send: endpoint({
    method: 'POST',
    path: '/api/notices',
    access: 'anyone',
    personal: true,
    summary: 'Reports content that may be illegal; its receipt is emailed at once.',
    body: NoticeBody,
    response: NoticeReceipt,
    status: 201,
  }),
  list: listNotices,
  export: exportOf(listNotices, 'The same notices as one file.', { stepUp: true }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/notices/:id',
    access: STAFF_ROLES,
    permission: 'content.read',
    summary: 'One notice.',
    params: IdParams,
    response: Notice,
  }),
  decide: endpoint({
    method: 'PATCH',
    path: '/api/admin/notices/:id',
    access: STAFF_ROLES,
    permission: 'content.write',
    summary:
      'Decides about a notice, or about the objection to a decision; reasons are emailed to the person who reported it and to the seller.',
    params: IdParams,
    body: DecideNoticeBody,
    response: Notice,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/api/business/notices',
    access: ['business_admin'],
    summary: "Notices about the products and the page of the caller's business, newest first; a search reads number and address.",
    query: NoticeQuery,
    response: z.array(OwnNotice),
    list: true,
  }),
  ownById: endpoint({
    method: 'GET',
    path: '/api/business/notices/:id',
    access: ['business_admin'],
    summary: "One notice about the caller's business.",
    params: IdParams,
    response: OwnNotice,
  }),
  object: endpoint({
    method: 'POST',
    path: '/api/business/notices/:id/objection',
    access: ['business_admin'],
    summary: 'Objects to the decision about a notice, once and within six months; staff decide again.',
    params: IdParams,
    body: z.object({ text: requiredText(4000, 'Please say why you object'), version: z.optional(z.int()) }),
    response: OwnNotice,
  }),
}
