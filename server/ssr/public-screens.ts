import type { ServerBuild } from 'react-router'

/** True for pages that belong to one user: never stored outside, never indexed. */
export function isPrivate(url: string): boolean {
  return /^\/(admin|super-admin|color-palette|business(?!\/register)|account|checkout|order-confirmation|reset-password|newsletter)(\/|\?|$)/.test(
    url,
  )
}

/** Screens that the sitemap leaves out: those of one visitor, the search, and the second address of the materials. */
const UNLISTED = /^\/(packaging|cart|search|login|register|(forgot|reset|new)-password|(verify|undo)-email|newsletter)(\/|$)/

/** Returns the paths of the public screens without parameters, as `app/routes.ts` has them. */
export function publicScreens(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return ''
    const parent = pathOf(route.parentId)
    return route.path ? `${parent}/${route.path}` : parent
  }
  const isScreen = (id: string) => routes[id]?.index === true || routes[id]?.path !== undefined
  const paths = Object.keys(routes)
    .filter(isScreen)
    .map((id) => pathOf(id) || '/')
  return [...new Set(paths)].filter((path) => !/[:*]/.test(path) && !isPrivate(path) && !UNLISTED.test(path))
}
