import * as z from 'zod/mini'

/** Something that a page wanted and the content policy did not let in. */
export interface Violation {
  directive: string
  /** An origin, or a word such as `inline`. */
  blocked: string
  /** The path of the page. */
  page: string
}

const MAX_REPORTS = 20
/** Most kinds that are told apart; what comes after them is one kind more. */
const MOST_KINDS = 200
const OTHER = 'other'
const LONGEST = 120

const DIRECTIVE =
  /^(?:default|child|connect|font|frame|img|manifest|media|object|prefetch|worker)-src$|^(?:script|style)-src(?:-elem|-attr)?$|^(?:base-uri|form-action|frame-ancestors|sandbox|require-trusted-types-for|trusted-types)$/

const address = z.catch(z.string(), '')
/** What older browsers send, one report at a time; `violated-directive` may be followed by its sources. */
const Classic = z.object({
  'csp-report': z.object({
    'effective-directive': address,
    'violated-directive': address,
    'blocked-uri': address,
    'document-uri': address,
  }),
})
/** What the Reporting API sends: several, of several types. */
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

/** An address without its path, which may hold what somebody typed. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,24}$/.test(blocked)) return blocked
  const url = urlOf(blocked)
  if (!url) return OTHER
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, LONGEST)
}

function violation(directive: string, blocked: string, page: string): Violation {
  const [name = ''] = directive.split(' ', 1)
  return {
    directive: DIRECTIVE.test(name) ? name : OTHER,
    blocked: originOf(blocked),
    page: (urlOf(page)?.pathname ?? '').slice(0, LONGEST),
  }
}

/** The violations that a report names, of either form; null where it has neither. */
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

/** Counts violations by kind: directive and origin. */
export interface ReportCounts {
  /** @returns the violations that are the first of their kind */
  note: (violations: readonly Violation[]) => Violation[]
  /** Number of reports by kind. */
  counts: () => { directive: string; blocked: string; times: number }[]
}

/** Makes the counts of a server, of bounded size. In memory: a restart forgets. */
export function countReports(): ReportCounts {
  const kinds = new Map<string, { directive: string; blocked: string; times: number }>()
  const kindOf = (violated: Violation): Violation => {
    const isKept = kinds.has(`${violated.directive} ${violated.blocked}`) || kinds.size < MOST_KINDS
    return isKept ? violated : { ...violated, directive: OTHER, blocked: OTHER }
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
