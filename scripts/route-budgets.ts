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
  { audience: 'home', routes: /^screens\/shop\/home$/, script: 136_500, styles: 19_300, files: 18 },
  { audience: 'list', routes: /^screens\/shop\/(products|materials|packaging)$/, script: 139_700, styles: 19_300, files: 11 },
  { audience: 'product', routes: /^screens\/shop\/product$/, script: 149_600, styles: 19_300, files: 22 },
  { audience: 'cart', routes: /^screens\/shop\/cart$/, script: 144_900, styles: 19_300, files: 21 },
  { audience: 'checkout', routes: /^screens\/shop\/(checkout|order-confirmation)$/, script: 169_600, styles: 19_300, files: 27 },
  { audience: 'shop', routes: /^screens\/shop\//, script: 141_900, styles: 19_300, files: 16 },
  {
    audience: 'content',
    routes: /^(screens\/content\/|(terms|shipping|refund-policy|imprint|accessibility|ranking)$)/,
    script: 146_500,
    styles: 20_700,
    files: 18,
  },
  { audience: 'sign-in', routes: /^screens\/sign-in\//, script: 155_900, styles: 19_300, files: 25 },
  { audience: 'account', routes: /^screens\/account\//, script: 175_700, styles: 19_300, files: 35 },
  { audience: 'product form', routes: /^screens\/(admin|business)\/product-(new|edit)$/, script: 214_300, styles: 25_700, files: 39 },
  { audience: 'business', routes: /^screens\/business\//, script: 228_400, styles: 25_700, files: 38 },
  { audience: 'order of staff', routes: /^screens\/admin\/order$/, script: 204_800, styles: 25_700, files: 45 },
  { audience: 'admin', routes: /^(screens\/admin\/|new-post$)/, script: 239_500, styles: 25_700, files: 41 },
  { audience: 'super-admin', routes: /^screens\/super-admin\//, script: 232_500, styles: 25_700, files: 38 },
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
