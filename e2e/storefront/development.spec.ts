import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../story.ts'

const BUILD = join(import.meta.dirname, '..', '..', 'build')
/** The address, the heading and a query key of the page, and a class that nothing else uses. */
const TRACES = ['dev/ui', 'UI parts', 'ui-parts', 'screens/dev', '11rem_minmax']

test('the page of UI parts is not in the production build: neither its route nor its code nor its styles', async ({ page }) => {
  expect((await page.goto('/dev/ui'))?.status()).toBe(404)
  const files = globSync('**/*.{js,css,html,json}', { cwd: BUILD })
  expect(files.length).toBeGreaterThan(50)
  const traces = files.flatMap((file) => {
    const text = readFileSync(join(BUILD, file), 'utf8').replaceAll('\\', '')
    return TRACES.filter((trace) => text.includes(trace)).map((trace) => `${file}: ${trace}`)
  })
  expect(traces).toEqual([])
})
