import { expect, test } from '@playwright/test'
import { findOverweight, ROUTE_BUDGETS } from '../../scripts/route-budgets.ts'
import { weighRoutes } from '../../scripts/weigh-routes.ts'

test('no route loads more script, styles or script files on a first visit than the budget of its audience', { tag: '@smoke' }, () => {
  const weights = weighRoutes()
  for (const { audience, routes } of ROUTE_BUDGETS)
    expect(
      weights.some(({ route }) => routes.test(route)),
      `a route for ${audience}`,
    ).toBe(true)
  expect(findOverweight(weights)).toEqual([])
})
