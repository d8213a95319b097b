import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, TestInfo } from '@playwright/test'

declare global {
  interface Window {
    reportReached?: (ids: string[]) => Promise<void>
  }
}

/** Set in a run of `node scripts/run.mjs scripts/checker.ts --stories`, whose shop has mutants behind switches. */
const FOLDER = process.env.CHECKER_COVERAGE
export const hasMutants = FOLDER !== undefined

const reached = new Set<string>()

/**
 * Turns the mutant of the server on in the pages of this browser, too, and notes the mutants whose places they reach once they are loaded.
 */
async function reachMutants(context: BrowserContext): Promise<void> {
  await context.exposeFunction('reportReached', (ids: string[]) => {
    for (const id of ids) reached.add(id)
  })
  await context.addInitScript((activeMutant) => {
    const fresh: string[] = []
    const row = new Proxy<Record<string, number>>(
      {},
      {
        set(target, id: string, count: number) {
          if (target[id] === undefined) fresh.push(id)
          target[id] = count
          return true
        },
      },
    )
    const switches = { activeMutant, currentTestId: '', mutantCoverage: { static: {}, perTest: { row } } }
    Object.assign(window, { __stryker__: switches })
    addEventListener('load', () => Object.assign(switches, { currentTestId: 'row' }))
    setInterval(() => fresh.length > 0 && window.reportReached?.(fresh.splice(0)), 100)
  }, process.env.__STRYKER_ACTIVE_MUTANT__)
}

/** Opens every window of a story with its mutants, and stores what the story reached where the checker reads it. */
export async function watchMutants(browser: Browser, { testId, titlePath }: TestInfo, use: () => Promise<void>): Promise<void> {
  reached.clear()
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    await reachMutants(context)
    return context
  }
  await use()
  browser.newContext = open
  const [path = '', ...titles] = titlePath
  if (FOLDER) await writeFile(join(FOLDER, `${testId}.json`), JSON.stringify({ [`${path}: ${titles.join(' > ')}`]: [...reached] }))
}
