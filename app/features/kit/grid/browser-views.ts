import { browserStorage } from '#app/lib/storage.ts'

interface BrowserView {
  label: string
  query: string
}

const isView = (value: unknown): value is BrowserView =>
  typeof value === 'object' &&
  value !== null &&
  'label' in value &&
  typeof value.label === 'string' &&
  'query' in value &&
  typeof value.query === 'string'

const keyOf = (grid: string) => `views:${grid}`

/** Takes the views of a list out of this browser, which stored them before they belonged to the account. Another tab then finds none. */
export function takeBrowserViews(grid: string): BrowserView[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(keyOf(grid)) ?? '[]')
    browserStorage.write(keyOf(grid), null)
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

/** Puts views back that could not be moved. */
export function returnBrowserViews(grid: string, views: readonly BrowserView[]): void {
  if (views.length > 0) browserStorage.write(keyOf(grid), JSON.stringify(views))
}
