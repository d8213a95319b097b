import * as z from 'zod/mini'
import { Id, IdParams, identifier, pageFields } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { PAPER_KINDS, PAPER_LANGUAGES, PAPER_TYPES } from '#domain/paper.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const own = ['business_admin'] as const
/** Media types of papers. */
const MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg']
/** Copies that can be asked for at once. */
const MAX_COPIES = 50

/** A paper of a product: one revision of a kind in a language. */
export const Paper = z.object({
  id: z.string(),
  productId: z.string(),
  kind: z.enum(PAPER_KINDS),
  /** Its code, as in ISO 639. */
  language: z.string(),
  revision: z.string(),
  /** The law that a declaration names; '' for none. */
  law: z.string(),
  /** Last day on which it is valid; null: no end. */
  validTo: z.nullable(z.string()),
  fileName: z.string(),
  type: z.enum(PAPER_TYPES),
  bytes: z.int(),
  createdAt: z.string(),
  /** False: a newer revision supersedes it. */
  isCurrent: z.boolean(),
  /** A proof that staff have accepted, which everybody may read. */
  isAccepted: z.boolean(),
})
export type Paper = z.output<typeof Paper>

/** A paper on the page of its product. */
export const PublicPaper = z.pick(Paper, {
  id: true,
  kind: true,
  language: true,
  revision: true,
  law: true,
  validTo: true,
  type: true,
  bytes: true,
})
export type PublicPaper = z.output<typeof PublicPaper>

/** Open markets in which a product lacks the same papers; `text` says what to add, `isClosed` that it is not offered there until then. */
const Gap = z.object({
  countries: z.array(z.string()),
  /** `named`: number of the law that the paper has to name; null for none. */
  papers: z.array(z.object({ kind: z.enum(PAPER_KINDS), law: z.string(), named: z.nullable(z.string()) })),
  isClosed: z.boolean(),
  text: z.string(),
})

/** Papers of a product, and, for its seller and staff, what it lacks in the open markets. */
export const ProductPapers = z.object({ papers: z.array(Paper), missing: z.array(Gap) })
export type ProductPapers = z.output<typeof ProductPapers>

/** A public product with its public papers. */
export const PaperedProduct = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  businessName: z.string(),
  papers: z.array(Paper),
})
export type PaperedProduct = z.output<typeof PaperedProduct>

/** A paper of a product that the caller bought. */
export const OwnedPaper = z.extend(Paper, {
  productName: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  orderedAt: z.string(),
  /** It was the current revision when the order was placed. */
  isOfSale: z.boolean(),
  /** The copy on paper that was asked for; null: none was. */
  copy: z.nullable(z.object({ dueAt: z.string(), sentAt: z.nullable(z.string()) })),
  /** True while the buyer may ask for a copy on paper. */
  canAskCopy: z.boolean(),
})
export type OwnedPaper = z.output<typeof OwnedPaper>

/** A copy on paper that a seller has to send, or has sent. */
export const PaperCopy = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  paper: z.pick(Paper, { id: true, kind: true, language: true, revision: true }),
  productName: z.string(),
  askedAt: z.string(),
  dueAt: z.string(),
  sentAt: z.nullable(z.string()),
})
export type PaperCopy = z.output<typeof PaperCopy>

/** States of a copy on paper: its deadline is over, it is to be sent, it was sent. */
const COPY_STATES = ['late', 'open', 'sent'] as const
export type CopyState = (typeof COPY_STATES)[number]

/** A copy on paper as staff see it. */
export const StaffPaperCopy = z.extend(PaperCopy, { businessName: z.string(), state: z.enum(COPY_STATES) })
export type StaffPaperCopy = z.output<typeof StaffPaperCopy>

/** Outcome of a ZIP: what was added, and why each other file was not. */
export const PaperZipResult = z.object({
  added: z.array(z.object({ file: z.string(), sku: z.string(), paper: Paper })),
  refused: z.array(z.object({ file: z.string(), message: z.string() })),
})
export type PaperZipResult = z.output<typeof PaperZipResult>

const upload = {
  method: 'POST',
  params: IdParams,
  body: z.object({
    kind: z.enum(PAPER_KINDS, { error: 'Please choose a kind.' }),
    language: z.enum(PAPER_LANGUAGES, { error: 'Please choose a language.' }),
    revision: z._default(identifier(40), ''),
    law: z._default(identifier(120), ''),
    /** '' or absent: no end. */
    validTo: z._default(identifier(10), ''),
  }),
  files: { file: 1 },
  response: Paper,
  status: 201,
} as const

const listAllCopies = endpoint({
  method: 'GET',
  path: '/api/admin/paper-copies',
  access: STAFF_ROLES,
  permission: 'orders.read',
  summary: 'Lists the copies on paper that buyers asked sellers for: those to send first, then by deadline.',
  query: z.object({ ...pageFields, state: z.optional(z.enum(COPY_STATES)), sort: z.optional(z.enum(['dueAt', '-dueAt'])) }),
  response: z.array(StaffPaperCopy),
  list: true,
})

export const papers = {
  listPublic: endpoint({
    method: 'GET',
    path: '/api/papers',
    access: 'anyone',
    shows: ['catalog'],
    summary: 'Lists the public products that have public papers, by name, with these.',
    query: z.object({ ...pageFields }),
    response: z.array(PaperedProduct),
    list: true,
  }),
  listOfProduct: endpoint({
    method: 'GET',
    path: '/api/products/:id/papers',
    access: 'anyone',
    personal: true,
    summary:
      'Lists the papers of a product: the current public ones to everybody; all of them to its buyers, its seller and staff, the latter two with what it lacks.',
    params: IdParams,
    response: ProductPapers,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/papers/:id/file',
    access: 'anyone',
    personal: true,
    summary: 'Returns the file of a paper to those who may read it.',
    params: IdParams,
    response: z.string(),
    produces: MEDIA_TYPES,
  }),
  add: endpoint({
    ...upload,
    path: '/api/business/products/:id/papers',
    access: own,
    invalidates: true,
    summary:
      "Adds a paper to one of the caller's products: a PDF, PNG or JPEG of at most 20 MB as `file`. It supersedes the one of its kind and language.",
  }),
  addForStaff: endpoint({
    ...upload,
    path: '/api/admin/products/:id/papers',
    access: STAFF_ROLES,
    permission: 'catalog.write',
    invalidates: true,
    summary: 'The same for any product.',
  }),
  addMany: endpoint({
    method: 'POST',
    path: '/api/business/papers',
    access: own,
    invalidates: true,
    summary:
      "Adds papers to the caller's products from a ZIP of at most 100 MB and 300 files: each name begins with the SKU and has kind and language, such as `ECO-1000_manual_de_rev3.pdf`; those of declarations also the law.",
    body: z.object({}),
    files: { file: 1 },
    response: PaperZipResult,
  }),
  acceptProof: endpoint({
    method: 'PUT',
    path: '/api/admin/papers/:id/proof',
    access: STAFF_ROLES,
    permission: 'catalog.write',
    invalidates: true,
    summary:
      'Accepts a paper as the proof of what its product states about the environment, or takes that back. Everybody may read an accepted proof.',
    params: IdParams,
    body: z.object({ isAccepted: z.boolean() }),
    response: Paper,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/papers/:id',
    access: [...own, ...STAFF_ROLES],
    permission: 'catalog.write',
    invalidates: true,
    summary: 'Removes a paper of a product that was never ordered.',
    params: IdParams,
    response: z.object({ ok: z.literal(true) }),
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/api/account/papers',
    access: 'signedIn',
    summary:
      'Lists the papers of what the caller bought, newest order first: of each kind and language the revision of the sale and the newest.',
    query: z.object({ ...pageFields, orderId: z.optional(Id) }),
    response: z.array(OwnedPaper),
    list: true,
  }),
  askCopies: endpoint({
    method: 'POST',
    path: '/api/orders/:id/paper-copies',
    access: 'signedIn',
    summary: 'Asks the sellers for manuals and safety information on paper, within 30 days of the order. They have a month.',
    params: IdParams,
    body: z.object({ papers: z.array(Id).check(z.minLength(1, { error: 'Please choose a paper.' }), z.maxLength(MAX_COPIES)) }),
    response: z.array(OwnedPaper),
    status: 201,
  }),
  listCopies: endpoint({
    method: 'GET',
    path: '/api/business/paper-copies',
    access: own,
    summary: 'Lists the copies on paper that buyers asked the caller for: those to send first, then by deadline.',
    query: z.object({ ...pageFields, orderId: z.optional(Id) }),
    response: z.array(PaperCopy),
    list: true,
  }),
  listAllCopies,
  exportAllCopies: exportOf(listAllCopies, 'The same copies as one file.'),
  sendCopy: endpoint({
    method: 'PUT',
    path: '/api/business/paper-copies/:id',
    access: own,
    summary: 'Marks a copy on paper as sent, or as not sent.',
    params: IdParams,
    body: z.object({ isSent: z.boolean() }),
    response: PaperCopy,
  }),
}
