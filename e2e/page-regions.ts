import type { Page } from '@playwright/test'

export const head = (page: Page) => page.getByRole('banner')
export const main = (page: Page) => page.getByRole('main')
