import type { RouteWeight } from './weigh-routes.ts'

/** Limits of a first visit to the routes of an audience: bytes as they are sent, and the number of script files. */
interface RouteBudget {
  audience: string
  routes: RegExp
  script: number
  styles: number
  files: number
}

/**
 * Budgets by audience; the first row that fits counts. Each is the heaviest route of its audience and three hundredths more, so that a
 * library or a whole area that comes along by accident is noticed. Who raises one says why in the commit.
 */
export const ROUTE_BUDGETS: readonly RouteBudget[] = [
  { audience: 'home', routes: /^screens\/shop\/home$/, script: 136_000, styles: 19_300, files: 18 },
  { audience: 'list', routes: /^screens\/shop\/(products|materials|packaging)$/, script: 135_500, styles: 19_300, files: 11 },
  { audience: 'product', routes: /^screens\/shop\/product$/, script: 144_000, styles: 19_300, files: 20 },
  { audience: 'cart', routes: /^screens\/shop\/cart$/, script: 139_600, styles: 19_300, files: 21 },
  { audience: 'checkout', routes: /^screens\/shop\/(checkout|order-confirmation)$/, script: 162_800, styles: 19_300, files: 24 },
  { audience: 'shop', routes: /^screens\/shop\//, script: 141_500, styles: 19_300, files: 16 },
  {
    audience: 'content',
    routes: /^(screens\/content\/|(terms|shipping|refund-policy|imprint|accessibility|ranking)$)/,
    script: 138_200,
    styles: 20_100,
    files: 16,
  },
  { audience: 'sign-in', routes: /^screens\/sign-in\//, script: 152_800, styles: 19_300, files: 24 },
  { audience: 'account', routes: /^screens\/account\//, script: 167_200, styles: 19_300, files: 32 },
  { audience: 'product form', routes: /^screens\/(admin|business)\/product-(new|edit)$/, script: 206_200, styles: 25_500, files: 39 },
  { audience: 'business', routes: /^screens\/business\//, script: 216_800, styles: 25_500, files: 34 },
  { audience: 'order of staff', routes: /^screens\/admin\/order$/, script: 188_200, styles: 25_500, files: 42 },
  { audience: 'admin', routes: /^(screens\/admin\/|new-post$)/, script: 230_300, styles: 25_500, files: 39 },
  { audience: 'super-admin', routes: /^screens\/super-admin\//, script: 223_500, styles: 25_500, files: 38 },
]

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

/** One sentence for each limit that a route exceeds, and for a route without a budget. */
export function findOverweight(weights: readonly RouteWeight[], budgets = ROUTE_BUDGETS): string[] {
  return weights.flatMap(({ route, script, styles, files }) => {
    const budget = budgets.find(({ routes }) => routes.test(route))
    if (!budget) return [`${route} has no budget`]
    const over = (what: string, bytes: number, limit: number) =>
      bytes > limit
        ? [
            `${route}: ${kilobytes(bytes)} kB of ${what}, ${kilobytes(bytes - limit)} kB over the ${kilobytes(limit)} kB for ${budget.audience}`,
          ]
        : []
    return [
      ...over('script', script, budget.script),
      ...over('styles', styles, budget.styles),
      ...(files > budget.files
        ? [`${route}: ${files} script files, ${files - budget.files} over the ${budget.files} for ${budget.audience}`]
        : []),
    ]
  })
}
