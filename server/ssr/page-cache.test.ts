import { expect, test } from 'vitest'
import { cachePages } from './page-cache.ts'
import type { Page } from './render-page.ts'

const facts = { isPrivate: false, isListed: true, isCached: true, changesWith: [] }

function makeCache(state: { state: number | null }, status = 200) {
  let count = 0
  const read = cachePages(async () => {
    count += 1
    return { html: `page ${count}`, status, renderedAt: Date.now(), headers: [], facts, template: '/' } satisfies Page
  }, state)
  return async () => (await read('/')).html
}

test('a page is rendered once for a state of the public data, and anew for the next', async () => {
  const state = { state: 1 }
  const read = makeCache(state)
  expect(await Promise.all([read(), read()])).toEqual(['page 1', 'page 1'])
  expect(await read()).toBe('page 1')
  state.state = 2
  expect([await read(), await read()]).toEqual(['page 2', 'page 2'])
})

test('what was being rendered when the data changed is shown to nobody who asks afterwards', async () => {
  const state = { state: 1 }
  const read = makeCache(state)
  const early = read()
  state.state = 2
  expect([await early, await read()]).toEqual(['page 1', 'page 2'])
})

test('while the state is unknown, and when a page failed, each request is rendered', async () => {
  const state: { state: number | null } = { state: 1 }
  const read = makeCache(state)
  await read()
  state.state = null
  expect([await read(), await read()]).toEqual(['page 2', 'page 3'])
  const failing = makeCache({ state: 1 }, 503)
  expect([await failing(), await failing()]).toEqual(['page 1', 'page 2'])
})
