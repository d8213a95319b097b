import { useRemembered } from '#app/lib/use-remembered.ts'

/** Appearance of a grid, remembered in this browser. */
export interface GridLook {
  isCompact: boolean
  /** Columns that are hidden although usual, or shown although extra. */
  toggled: readonly string[]
}

const USUAL: GridLook = { isCompact: false, toggled: [] }

const isLook = (value: unknown): value is GridLook =>
  typeof value === 'object' && value !== null && 'isCompact' in value && 'toggled' in value && Array.isArray(value.toggled)

/** The look of the grid `name`, remembered in this browser, and how to change it. */
export const useLook = (name: string) => useRemembered(`grid:${name}`, isLook, USUAL)
