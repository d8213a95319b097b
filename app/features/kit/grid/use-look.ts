import { useRemembered } from '#app/lib/use-remembered.ts'

/** Appearance of a grid, remembered in this browser. */
export interface GridLook {
  /** Rows of 36 px instead of 48 px. */
  isCompact: boolean
  /** Columns that are hidden although usual, or shown although extra. */
  toggled: readonly string[]
  /** Columns in the chosen order; those that it leaves out follow in their usual order. */
  order?: readonly string[]
  /** Widths in px that somebody chose; the other columns are as wide as their content. */
  widths?: Readonly<Record<string, number>>
}

export const USUAL_LOOK: GridLook = { isCompact: true, toggled: [] }

const isLook = (value: unknown): value is GridLook =>
  typeof value === 'object' && value !== null && 'isCompact' in value && 'toggled' in value && Array.isArray(value.toggled)

/** Returns the look of the grid `name`, remembered in this browser, and a function that changes it. */
export const useLook = (name: string) => useRemembered(`grid:${name}`, isLook, USUAL_LOOK)
