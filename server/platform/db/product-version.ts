import { sql } from 'drizzle-orm'
import { products } from './schema.ts'

/*
 * A product's version rises with every edit and with every change of its stock, so that a version also names the stock that was read with
 * it. Only an edit makes older versions stale: sales and returns go on while somebody fills in a form.
 */

/** The version after an edit, as an update sets it. */
export const NEXT_VERSION = { version: sql`${products.version} + 1`, editedVersion: null }

/** The version after a change of the stock that is no edit, as an update sets it. */
export const NEXT_STOCK_VERSION = {
  version: sql`${products.version} + 1`,
  editedVersion: sql`coalesce(${products.editedVersion}, ${products.version})`,
}

/** The version of a product's last edit. */
export const editedVersion = sql<number>`coalesce(${products.editedVersion}, ${products.version})`.mapWith(Number)

/** Returns whether a product was edited after somebody read this version of it, or never had it. */
export const isStale = (read: number | undefined, stored: { version: number; editedVersion: number }): boolean =>
  read !== undefined && (read < stored.editedVersion || read > stored.version)
