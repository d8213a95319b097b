import { chromium, type Page } from 'playwright-core'
import { BROWSER_ARGUMENTS, findBrowser } from '../find-browser.ts'
import type { Buyer } from './client.ts'
import type { PageWeight } from './figures.ts'

const FOR_ANYONE = ['/', '/products', '/materials', '/products/ecomat-1000', '/login']
const FOR_BUYERS = ['/cart', '/checkout']

type Kind = Exclude<keyof PageWeight, 'path'>
const KINDS: Record<string, Kind> = { Document: 'html', Script: 'script', Stylesheet: 'css', Font: 'fonts', Image: 'images' }

/** Loads a page in a new browser profile and adds up all responses until the network is idle. */
async function weigh(page: Page, origin: string, path: string): Promise<PageWeight> {
  const weight: PageWeight = { path, html: 0, script: 0, css: 0, fonts: 0, images: 0, data: 0 }
  const started = new Map<string, { kind: Kind; headerBytes: number }>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) =>
    started.set(requestId, { kind: KINDS[type] ?? 'data', headerBytes: response.encodedDataLength }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { kind, headerBytes } = started.get(requestId) ?? { kind: 'data', headerBytes: 0 }
    weight[kind] += Math.max(0, encodedDataLength - headerBytes)
  })
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  await session.detach()
  return weight
}

/**
 * Weighs the pages in a real browser, 1440 px wide; null if no browser is found.
 * @param buyer customer with items in the cart, for the pages that need one
 */
export async function weighPages(origin: string, buyer: Buyer): Promise<PageWeight[] | null> {
  const executablePath = findBrowser()
  if (!executablePath) return null
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS })
  try {
    const weights: PageWeight[] = []
    for (const path of [...FOR_ANYONE, ...FOR_BUYERS]) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      if (FOR_BUYERS.includes(path)) await context.addInitScript((token) => localStorage.setItem('auth_token', token), buyer.token)
      weights.push(await weigh(await context.newPage(), origin, path))
      await context.close()
    }
    return weights
  } finally {
    await browser.close()
  }
}
