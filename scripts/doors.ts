import type { Area } from './areas.ts'

type Doors = Partial<Record<Area, readonly string[]>>

/** The files of each area that other areas may import, below the area's folder. Nothing else of an area is anybody's business. */
export const DOORS: Record<'server' | 'app/features', Doors> = { server: {}, 'app/features': {} }
