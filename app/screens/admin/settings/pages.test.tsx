import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { findPlaces, officePlaces } from '#app/features/kit/office-places.ts'
import { Settings } from '#contract/platform/settings.ts'
import { SETTINGS_PAGES } from './pages.tsx'

const EXAMPLES = join(import.meta.dirname, '../../../../server/platform/http/examples.json')
const settings = Settings.parse(JSON.parse(readFileSync(EXAMPLES, 'utf8'))['settings.read'].answer)
const PLACES = officePlaces({ role: 'super_admin', duties: [] })

/** Labels of the inputs of a page. */
function labelsOf(name: string): string[] {
  const Page = SETTINGS_PAGES.get(name)
  const Stub = createRoutesStub([{ path: '/', Component: () => Page && <Page settings={settings} mayEdit /> }])
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  )
  return [...html.matchAll(/<label[^>]*>(?:<input[^>]*>)?([^<]+)/g)].map(([, label = '']) => label.replaceAll('&#x27;', "'"))
}

test.each([...SETTINGS_PAGES.keys()])('every field of the settings is found by its label, on its page: %s', (name) => {
  const labels = labelsOf(name)
  if (name in settings && name !== 'fixed') expect(labels.length).toBeGreaterThan(0)
  const lost = labels.filter((label) => !findPlaces(PLACES, label).some(({ to }) => to === `/admin/settings/${name}`))
  expect(lost, 'labels that `words` of app/features/kit/menu/settings-screens.ts lack').toEqual([])
})
