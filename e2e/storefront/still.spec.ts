import { prepare, SCREENS, type Screen } from '../screens.ts'
import { shiftOf } from '../sound.ts'
import { browserOf, expect, test, visit } from '../story.ts'

/** The most that a screen may move by itself while it arrives (the good tenth of Core Web Vitals is 0.1). */
const MOST = 0.02
const WIDTHS = [1440, 390]
const OFFICE: readonly Screen['as'][] = ['staff', 'super', 'seller']

/** Screens of visitors and buyers are looked at from another market than the default one as well. */
const marketsOf = ({ as, market }: Screen) => (market ? [market] : OFFICE.includes(as) ? [null] : [null, 'DE consumer'])

for (const screen of SCREENS)
  test(`${screen.name}: nothing moves by itself while it arrives, wide and narrow, in each market and with US units`, async ({
    browser,
    shop,
  }) => {
    const made = await prepare(shop)
    const { path, as } = screen
    const shifts: string[] = []
    for (const market of marketsOf(screen)) {
      const context = as ? await browserOf(browser, shop, made[as]) : await browser.newContext()
      await context.addInitScript((chosen) => {
        localStorage.setItem('reflute.units', '"us"')
        if (chosen) localStorage.setItem('market', chosen)
      }, market)
      const page = await context.newPage()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await visit(page, typeof path === 'string' ? path : path(made))
        await page.waitForLoadState('networkidle')
        const shift = await shiftOf(page)
        if (shift > MOST) shifts.push(`${width} px, ${market ?? 'default market'}: ${shift.toFixed(3)}`)
      }
      await context.close()
    }
    expect(shifts).toEqual([])
  })
