import type { Endpoint } from '#contract/endpoint.ts'
import type { Permission } from '#contract/platform/settings.ts'
import { mayEnter } from '#domain/access.ts'
import type { ShopSwitches } from '#domain/settings.ts'
import { ROLES, type Role } from '#domain/user.ts'
import { allCalls } from '#server/platform/http/openapi.ts'

type Grant = Permission['grants'][Role]

/** Roles that reach only their own data, as their queries ensure. */
const OWN_ONLY: readonly Role[] = ['business_admin', 'customer']

/** Nouns with another display name. */
const SUBJECTS: Readonly<Record<string, string>> = {
  applications: 'businesses',
  business: 'own_business',
  imports: 'catalog',
  sellerImports: 'own_catalog',
  staff: 'platform',
}

/** Calls whose name does not describe them. */
const ACTIONS: Readonly<Record<string, string>> = {
  'applications.setStatus': 'approve',
  'imports.importExcel': 'import',
  'settings.update': 'edit',
}

function grantOf({ access, bySwitch }: Endpoint, role: Role, switches: ShopSwitches): Grant {
  const needed = bySwitch[role]
  if (!mayEnter(access, role)) {
    if (!needed) return 'no'
    if (!switches[needed]) return 'switch'
  }
  return OWN_ONLY.includes(role) ? 'own' : 'yes'
}

const words = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function keyOf(noun: string, name: string, { method }: Endpoint): string {
  const subject = words(SUBJECTS[noun] ?? noun)
  if (method === 'GET') return `${subject}.read`
  return `${subject}.${ACTIONS[`${noun}.${name}`] ?? words(name)}`
}

/**
 * Lists what each role may do, from the access rules of restricted calls: reads of the same data by the same roles are one permission,
 * every write is its own.
 */
export function listPermissions(switches: ShopSwitches): Permission[] {
  const permissions = new Map<string, Permission>()
  for (const { noun, name, endpoint } of allCalls()) {
    if (typeof endpoint.access === 'string') continue
    // one for each role
    const grants = Object.fromEntries(ROLES.map((role) => [role, grantOf(endpoint, role, switches)])) as Permission['grants']
    const key = keyOf(noun, name, endpoint)
    const kept = permissions.get(`${key} ${Object.values(grants).join()}`) ?? { key, texts: [], grants, calls: [] }
    permissions.set(`${key} ${Object.values(grants).join()}`, {
      ...kept,
      texts: [...kept.texts, endpoint.summary],
      calls: [...kept.calls, `${endpoint.method} ${endpoint.path}`],
    })
  }
  return [...permissions.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}
