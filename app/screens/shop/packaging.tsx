import type { RouteHandle } from '#contract/route-handle.ts'

export { clientLoader, default, loader, meta } from './materials.tsx'

/** Search engines keep /materials, where the same list is. */
export const handle: RouteHandle = { isListed: false }
