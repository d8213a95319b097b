import { type Access, mayEnter } from './access.ts'
import type { Role } from './user.ts'

/** Keys of the staff calls: each call of `contract/` that an application_admin may make names one. */
const PERMISSIONS = [
  'orders.read', // orders, quotes, returns, withdrawals, paper copies
  'orders.write',
  'payments.read', // bank statements, disputes
  'payments.write', // payments in, refunds
  'support.read', // messages, newsletter
  'support.write', // and notes about customers
  'people.read', // users, tax certificates, VAT IDs
  'people.write', // creates accounts of staff, so that it reaches everything
  'catalog.read', // products, categories, specifications, imports, promotions, search
  'catalog.write',
  'content.read', // blog, claims, reports of content
  'content.write',
  'sellers.read', // businesses, registers, commission rates
  'sellers.write',
  'finance.read', // documents, tax returns, payouts, exchange rates
  'finance.write', // prepares payouts
  'journal.read', // journal and DATEV file: of super admins, opened by the duty of finance
  'analytics.read',
  'settings.read', // settings, shipping, tax rules
  'system.read', // emails, jobs
  'system.write',
] as const

export type PermissionKey = (typeof PERMISSIONS)[number]

/** The key, or one of the keys, that a staff call asks for; `any`: every duty has it, for own data and what its handler filters. */
export type Permission = PermissionKey | readonly PermissionKey[] | 'any'

/** Duties of application admins. */
export const DUTIES = ['all', 'orders', 'catalog', 'content', 'finance', 'read_only'] as const

export type Duty = (typeof DUTIES)[number]

/** Names of the duties. */
export const DUTY_LABELS: Readonly<Record<Duty, string>> = {
  all: 'All duties',
  orders: 'Orders and support',
  catalog: 'Catalog',
  content: 'Content',
  finance: 'Finance',
  read_only: 'Read only',
}

/** Explanations of the duties, for those who give them. */
export const DUTY_TEXTS: Readonly<Record<Duty, string>> = {
  all: 'Everything but what only super admins do.',
  orders: 'Orders, quotes, returns, payments in, disputes, messages and newsletter. Reads users and businesses.',
  catalog: 'Products, categories, specifications, imports, promotions and search. Reads the list of businesses.',
  content: 'Blog, public claims and content reports.',
  finance: 'Journal, DATEV file, documents, tax returns, exchange rates, and preparing payouts.',
  read_only: 'Sees what all duties see, and changes nothing.',
}

const ALL = PERMISSIONS.filter((key) => key !== 'journal.read')

/** Keys of each duty. */
export const DUTY_KEYS: Readonly<Record<Duty, readonly PermissionKey[]>> = {
  all: ALL,
  orders: [
    'orders.read',
    'orders.write',
    'payments.read',
    'payments.write',
    'support.read',
    'support.write',
    'people.read',
    'sellers.read',
  ],
  catalog: ['catalog.read', 'catalog.write'],
  content: ['content.read', 'content.write'],
  finance: ['finance.read', 'finance.write', 'journal.read'],
  read_only: ALL.filter((key) => key.endsWith('.read')),
}

/** A user as permissions see it; only an application_admin has duties. */
export interface Holder {
  role: Role
  duties: readonly Duty[]
}

/** Returns true for staff with this key, or one of these keys: super admins have all. */
export function mayAct({ role, duties }: Holder, permission: Permission): boolean {
  if (role === 'super_admin') return true
  if (role !== 'application_admin') return false
  if (permission === 'any') return true
  const asked: readonly PermissionKey[] = typeof permission === 'string' ? [permission] : permission
  return duties.some((duty) => DUTY_KEYS[duty].some((key) => asked.includes(key)))
}

/** Returns the duties that hold a key. */
export const dutiesWith = (key: PermissionKey): Duty[] => DUTIES.filter((duty) => DUTY_KEYS[duty].includes(key))

/** Returns duties in their order, each once, without those that all duties hold: finance alone adds to them. */
export const tidyDuties = (duties: readonly Duty[]): Duty[] =>
  DUTIES.filter((duty) => duties.includes(duty) && (!duties.includes('all') || duty === 'all' || duty === 'finance'))

/** Returns true if duties hold a key that others do not. */
export const gainsKeys = (before: readonly Duty[], after: readonly Duty[]): boolean => {
  const held = new Set(before.flatMap((duty) => DUTY_KEYS[duty]))
  return after.some((duty) => DUTY_KEYS[duty].some((key) => !held.has(key)))
}

/** Returns the role as which a user reads an object: an application_admin without its key reads as a customer. */
export const roleFor = (user: Holder, permission: PermissionKey): Role =>
  user.role === 'application_admin' && !mayAct(user, permission) ? 'customer' : user.role

/**
 * Returns true if `user` may make a call; null is a visitor. Duties narrow what the role of an application_admin may do, and open calls of
 * super admins whose key they have.
 */
export function mayCall({ access, permission }: { access: Access; permission: Permission | null }, user: Holder | null): boolean {
  if (user?.role === 'application_admin' && permission !== null) return mayAct(user, permission)
  return mayEnter(access, user?.role ?? null)
}
