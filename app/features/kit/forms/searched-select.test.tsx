import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { matchingOptions, SearchedSelect } from './searched-select.tsx'

const options = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `id-${at}`, label: `Business ${at}` }))
const markup = (count: number, total = count) =>
  renderToStaticMarkup(
    <SearchedSelect
      label="Business"
      find="Find a business"
      none="None"
      options={options(count)}
      total={total}
      value=""
      onChange={() => {}}
    />,
  )

test('a choice of more than twelve businesses has a search, a short one does not', () => {
  expect(markup(12)).not.toContain('Find a business')
  expect(markup(13)).toContain('Find a business')
  expect(markup(5, 2000)).toContain('Find a business')
})

test('a search finds any part of a name in either case, and keeps what is chosen', () => {
  const named = (typed: string, chosen = '') => matchingOptions(options(30), typed, chosen).map(({ value }) => value)
  expect(named('ESS 29')).toEqual(['id-29'])
  expect(named('ness 29', 'id-3')).toEqual(['id-3', 'id-29'])
  expect(named('nothing like it')).toEqual([])
  expect(named('  ')).toHaveLength(30)
})
