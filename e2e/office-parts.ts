import type { Locator, Page } from '@playwright/test'

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const dialog = (page: Page) => page.getByRole('dialog').last()

/** The next write of this kind never arrives. */
export const cut = (page: Page, method: string, path: string) =>
  page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()), { times: 1 })

/** Pastes a text into a field, as a user does with a copied column. */
export async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', copied)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
