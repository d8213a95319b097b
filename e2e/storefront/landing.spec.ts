import { faults } from '../sound.ts'
import { expect, test } from '../story.ts'

/** Items of a feed, by attribute. */
function itemsOf(xml: string): Record<string, string>[] {
  const unescape = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
  return [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, inside = '']) =>
    Object.fromEntries(
      [...inside.replace(/<g:shipping>.*?<\/g:shipping>/gs, '').matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)].map(([, name = '', value = '']) => [
        name,
        unescape(value),
      ]),
    ),
  )
}

interface Offer {
  price: number
  priceCurrency: string
  priceSpecification?: { valueAddedTaxIncluded?: boolean }
  shippingDetails?: { shippingDestination: { addressCountry: string } }[]
}

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€' }

/** The offers in the structured data of a page. */
function offersOf(html: string): Offer[] {
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const { '@graph': things = [] } = JSON.parse(json) as { '@graph'?: { offers?: Offer[] }[] }
  return things.flatMap(({ offers }) => offers ?? [])
}

/** Pages of a feed that are looked at in the browser, too; of the others the HTML is read. */
const LOOKED_AT = 4

test('3.6 each item of three feeds leads to a page that shows its price with script off, in its structured data as well', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [country, includesTax] of [
    ['US', false],
    ['DE', true],
    ['GB', false],
  ] as const) {
    const feed = await context.request.get(`/feeds/google-${country.toLowerCase()}.xml`)
    const items = itemsOf(await feed.text())
    expect(items.length, country).toBeGreaterThan(20)
    for (const [number, { link = '', price = '', sale_price: sale = price }] of items.entries()) {
      const [amount = '', currency = ''] = sale.split(' ')
      const at = link.slice(new URL(link).origin.length)
      expect(at).toContain(`?country=${country}`)
      const html = await (await context.request.get(at)).text()
      const shown = `${SYMBOLS[currency]}${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
      const offers = offersOf(html)
      const found = offers.map((offer) => [offer.price, offer.priceCurrency, offer.priceSpecification?.valueAddedTaxIncluded ?? false])
      expect(found, at).toEqual([[Number(amount), currency, includesTax]])
      for (const { shippingDestination } of offers[0]?.shippingDetails ?? []) expect(shippingDestination.addressCountry, at).toBe(country)
      expect(html, at).toContain(shown)
      expect(/<html[^>]* data-currency="EUR"/.test(html), at).toBe(currency === 'EUR')
      expect(html, at).toMatch(/<link rel="canonical" href="[^"?]+\/products\/[a-z0-9-]+"/)
      if (number >= LOOKED_AT) continue
      await page.goto(at, { waitUntil: 'domcontentloaded' })
      const prices = page.getByRole('region', { name: 'Buy' }).getByText(shown, { exact: true })
      await expect(prices.filter({ visible: true }).first(), at).toBeVisible()
    }
  }
  await context.close()
})

test('3.6 who comes from a feed stays in its country: cart and later pages are of it; an unknown country names nothing', async ({
  page,
}) => {
  await page.goto('/products/slit-mat-900x620-double?country=DE')
  const buy = page.getByRole('region', { name: 'Buy' })
  await expect(buy.getByText('€43.91').first()).toBeVisible()
  await expect(buy.getByText('incl. VAT, plus shipping')).toBeVisible()
  await expect(buy.getByText(/^Arrives .+ in Germany$/)).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.goto('/products/slit-mat-900x620-double')
  await expect(buy.getByText('incl. VAT, plus shipping')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  for (const country of ['ZZ', 'BR', 'x']) {
    await page.goto(`/products/slit-mat-900x620-double?country=${country}`)
    await expect(buy.getByText('Before tax, which is calculated at checkout.')).toBeVisible()
  }
})
