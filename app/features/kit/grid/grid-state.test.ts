import { expect, test } from 'vitest'
import { gridStateOf, isNarrowed, paramsOf, queryOfState } from './grid-state.ts'

const rules = {
  filters: [
    { name: 'status', label: 'Status', options: [{ value: 'open', label: 'Open' }] },
    { name: 'from', label: 'From', kind: 'date' as const },
  ],
  sorts: ['name', '-name', '-createdAt'],
  defaultSort: '-createdAt',
}

test('a grid understands its address, and what makes no sense there counts as nothing', () => {
  const state = gridStateOf(new URLSearchParams('search= a%00b &status=open&from=2026-02-30x&sort=price&page=0&limit=7'), rules)
  expect(state).toEqual({ search: 'a b', sort: '-createdAt', page: 1, limit: 25, chosen: { status: 'open' } })
  expect(isNarrowed(state)).toBe(true)
})

test('the address keeps what is not of the grid, and says only what differs from the usual', () => {
  const state = gridStateOf(new URLSearchParams('tab=all&status=open&page=3&limit=50&sort=name'), rules)
  expect(paramsOf(state, new URLSearchParams('tab=all'), rules).toString()).toBe('tab=all&status=open&sort=name&limit=50&page=3')
  expect(
    paramsOf(
      { ...state, chosen: {}, sort: '-createdAt', page: 1, limit: 25 },
      new URLSearchParams('tab=all&status=open'),
      rules,
    ).toString(),
  ).toBe('tab=all')
  expect(queryOfState(state, { businessId: 'b' })).toEqual({ status: 'open', businessId: 'b', sort: 'name', page: '3', limit: '50' })
})
