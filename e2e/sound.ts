import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './story.ts'

/* Whether a page is sound: nothing that axe finds, nothing that sticks out, nothing on the console. */

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose result can differ between the two themes of a page. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const WIDTHS = [1440, 390]
const HEIGHT = 900
const NARROWEST = 320

/** Everything that axe finds, short enough to read in a report; or only what it finds about colors. */
export async function faults(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // Without details of what is right, and without a page of its own for the report, a look takes a quarter of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
  const { violations } = await (rules === 'all' ? axe.withTags(TAGS) : axe.withRules(COLOR_RULES)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Errors that the page makes known to developers: script errors, refused resources (CSP), hydration that did not fit. */
export function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('console', (message) => {
    const isOwnStatus = message.text().startsWith('Failed to load resource') && message.location().url === page.url()
    if (message.type() === 'error' && !isOwnStatus) heard.push(message.text())
  })
  return heard
}

/** Looks at what the page shows in both themes, wide and narrow, and at 320 px for anything that sticks out. */
export async function expectSound(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await faults(page), `light, ${width} px`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await faults(page, 'colors'), `dark, ${width} px`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
  expect(await overflow(page), `horizontal scroll at ${NARROWEST} px`).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: HEIGHT })
}

/** Sum of the layout shifts since the page was opened, but those that follow an input. */
export const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
