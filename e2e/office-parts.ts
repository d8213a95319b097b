import type { Page } from '@playwright/test'

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const dialog = (page: Page) => page.getByRole('dialog').last()

/** The next write of this kind never arrives. */
export const cut = (page: Page, method: string, path: string) =>
  page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()), { times: 1 })
