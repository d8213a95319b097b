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
  { audience: 'home', routes: /^screens\/shop\/home$/, script: 116_800, styles: 19_300, files: 13 },
  { audience: 'list', routes: /^screens\/shop\/(products|materials|packaging)$/, script: 120_500, styles: 19_300, files: 12 },
  { audience: 'product', routes: /^screens\/shop\/product$/, script: 120_000, styles: 19_300, files: 18 },
  { audience: 'cart', routes: /^screens\/shop\/cart$/, script: 127_000, styles: 19_300, files: 19 },
  { audience: 'checkout', routes: /^screens\/shop\/(checkout|order-confirmation)$/, script: 157_100, styles: 19_300, files: 28 },
  { audience: 'shop', routes: /^screens\/shop\//, script: 129_300, styles: 19_300, files: 16 },
  {
    audience: 'content',
    routes: /^(screens\/content\/|(terms|shipping|refund-policy|imprint|accessibility|ranking)$)/,
    script: 131_700,
    styles: 20_700,
    files: 19,
  },
  { audience: 'sign-in', routes: /^screens\/sign-in\//, script: 147_200, styles: 19_300, files: 25 },
  { audience: 'account', routes: /^screens\/account\//, script: 169_100, styles: 19_300, files: 40 },
  { audience: 'product form', routes: /^screens\/(admin|business)\/product-(new|edit)$/, script: 206_100, styles: 25_700, files: 42 },
  { audience: 'business', routes: /^screens\/business\//, script: 221_700, styles: 25_700, files: 40 },
  { audience: 'order of staff', routes: /^screens\/admin\/order$/, script: 199_400, styles: 25_700, files: 49 },
  { audience: 'admin', routes: /^(screens\/admin\/|new-post$)/, script: 231_800, styles: 25_700, files: 43 },
  { audience: 'super-admin', routes: /^screens\/super-admin\//, script: 224_800, styles: 25_700, files: 40 },
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
