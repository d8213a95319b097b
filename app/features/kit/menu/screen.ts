import type { Permission } from '#domain/permissions.ts'
import type { Role } from '#domain/user.ts'

/** Switch of the settings that decides about a link. */
export type OfficeSwitch = 'superAdminImport'

/** Things that wait for somebody, counted beside the screen where they are done. */
export type Waiting = 'orders' | 'quotes' | 'returns' | 'messages' | 'applications'

/** A screen of the back office, or a view of one. */
export interface Screen {
  /** Its address; with a query, a view of the screen at that address. */
  to: string
  /** Its heading, the title of its tab and its name in lists of screens. */
  label: string
  /** Its name among the screens of its entry, where that says the rest. */
  short?: string
  roles?: readonly Role[]
  /** Key that an application_admin needs; default: that of its entry. To change what it shows takes the `.write` of the key. */
  needs?: Permission | null
  /** Switch of the settings without which super admins find nothing there. */
  superAdminsNeed?: OfficeSwitch
  /** Of the people of a business only for its owners. */
  ownersOnly?: boolean
  /** Short description, also searched. */
  about: string
  /** Other words under which people look for it. */
  words: string
  counts?: Waiting
  /** Beginning of further addresses that belong to it. */
  holds?: string | undefined
  /** Screens that the side bar leaves to this one, and its own name among them. */
  tabs?: readonly Screen[]
  tab?: string
}

/** An entry of the side bar of staff, whose screens need a key. */
export type StaffEntry = Entry & { needs: Permission }

/** An entry of the side bar: its first screen, and the others inside. */
export interface Entry {
  title: string
  /** Key of its screens; sellers need none. */
  needs?: Permission
  screens: readonly Screen[]
}

/** Roles of screens that are for super admins only. */
export const SUPER: readonly Role[] = ['super_admin']
