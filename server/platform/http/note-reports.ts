import * as z from 'zod/mini'

/** A violation of the content security policy that a browser reported. */
interface Violation {
  directive: string
  /** An origin, or a keyword such as `inline`. */
  blocked: string
  /** Path of the page. */
  page: string
}

const MAX_REPORTS = 20
/** Number of distinct kinds; later ones are counted together. */
const MAX_KINDS = 200
const OTHER = 'other'
const MAX_LENGTH = 120

const DIRECTIVE =
  /^(?:default|child|connect|font|frame|img|manifest|media|object|prefetch|worker)-src$|^(?:script|style)-src(?:-elem|-attr)?$|^(?:base-uri|form-action|frame-ancestors|sandbox|require-trusted-types-for|trusted-types)$/

const address = z.catch(z.string(), '')
/** Format of older browsers, one report at a time; `violated-directive` may include its sources. */
const Classic = z.object({
  'csp-report': z.object({
    'effective-directive': address,
    'violated-directive': address,
    'blocked-uri': address,
    'document-uri': address,
  }),
})
/** Format of the Reporting API: several reports of several types. */
const Reports = z.array(
  z.object({
    type: address,
    body: z.catch(z.object({ effectiveDirective: address, blockedURL: address, documentURL: address }), emptyBody),
  }),
)
function emptyBody() {
  return { effectiveDirective: '', blockedURL: '', documentURL: '' }
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** The origin of a URL, without its path, which may contain user input. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,24}$/.test(blocked)) return blocked
  const url = urlOf(blocked)
  if (!url) return OTHER
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, MAX_LENGTH)
}

function violation(directive: string, blocked: string, page: string): Violation {
  const [name = ''] = directive.split(' ', 1)
  return {
    directive: DIRECTIVE.test(name) ? name : OTHER,
    blocked: originOf(blocked),
    page: (urlOf(page)?.pathname ?? '').slice(0, MAX_LENGTH),
  }
}

/** Returns the violations of a report in either format; null for any other body. */
export function violationsOf(report: unknown): Violation[] | null {
  const classic = Classic.safeParse(report)
  if (classic.success) {
    const one = classic.data['csp-report']
    return [violation(one['effective-directive'] || one['violated-directive'], one['blocked-uri'], one['document-uri'])]
  }
  const reports = Reports.safeParse(report)
  if (!reports.success) return null
  return reports.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, MAX_REPORTS)
    .map(({ body }) => violation(body.effectiveDirective, body.blockedURL, body.documentURL))
}

/** Counts of violations by kind: directive and origin. */
interface ReportCounts {
  /** Counts violations. @returns those that are the first of their kind */
  note: (violations: readonly Violation[]) => Violation[]
  /** Number of reports by kind. */
  counts: () => { directive: string; blocked: string; times: number }[]
}

/** Creates counters of bounded size, in memory. */
export function countReports(): ReportCounts {
  const kinds = new Map<string, { directive: string; blocked: string; times: number }>()
  const kindOf = (violated: Violation): Violation => {
    const isKnown = kinds.has(`${violated.directive} ${violated.blocked}`) || kinds.size < MAX_KINDS
    return isKnown ? violated : { ...violated, directive: OTHER, blocked: OTHER }
  }
  const isFirst = ({ directive, blocked }: Violation): boolean => {
    const key = `${directive} ${blocked}`
    const times = (kinds.get(key)?.times ?? 0) + 1
    kinds.set(key, { directive, blocked, times })
    return times === 1
  }
  return {
    note: (violations) => violations.map(kindOf).filter(isFirst),
    counts: () => [...kinds.values()],
  }
}
