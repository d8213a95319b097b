import { networkInterfaces } from 'node:os'
import { HealthDetails } from '#contract/platform/health.ts'
import { type Finding, fail, ok, reasonOf, type Setup, warn } from './finding.ts'

const LONGEST_MS = 10_000
/** An address that nobody has (RFC 5737): a server that believes it believes every visitor. */
const FORGED = '192.0.2.77'
const HALF_A_YEAR = 15_552_000
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i
const CURE = 'Set TRUST_PROXY to the number of proxies in front of the shop, and let the proxy set X-Forwarded-For and X-Forwarded-Proto.'

const CALLS_CURE = 'Let the proxy answer calls under /api/ over http with 403, as the examples in ops/proxy/ do.'

const ask = (url: string, init: RequestInit = {}) => fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(LONGEST_MS) })

const ownAddresses = () => new Set(Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []))

/** Checks the protection of the connection: https, its announcement, and what http leads to. */
async function checkHttps({ config: { publicUrl, isDemo }, plainUrl }: Setup, answer: Response): Promise<Finding[]> {
  if (!publicUrl.startsWith('https://')) {
    if (isDemo) return [ok('HTTPS', 'not needed for a demo on this machine')]
    return [warn('HTTPS', 'Passwords are sent unencrypted.', 'Put a proxy with TLS in front and set PUBLIC_URL=https://….')]
  }
  const [, age = '0'] = /max-age=(\d+)/.exec(answer.headers.get('strict-transport-security') ?? '') ?? []
  const announced =
    Number(age) >= HALF_A_YEAR
      ? ok('HSTS', 'browsers stay on https')
      : warn(
          'HSTS',
          'The response has no Strict-Transport-Security header of at least half a year.',
          'Let the proxy pass the headers of the shop.',
        )
  const plain = plainUrl ?? (new URL(publicUrl).port === '' ? publicUrl.replace('https:', 'http:') : null)
  return [announced, ...(plain ? [await checkRedirect(plain, publicUrl)] : [])]
}

/** Checks that pages are redirected to https, and calls are not: a program would not notice that it sent its token unencrypted. */
async function checkRedirect(plain: string, publicUrl: string): Promise<Finding> {
  const cure = 'Let the proxy redirect http to https with status 308.'
  try {
    const answer = await ask(plain)
    const target = answer.headers.get('location') ?? ''
    if (![301, 308].includes(answer.status) || !target.startsWith(publicUrl))
      return warn('Redirect', `${plain} responds with ${answer.status} and doesn't redirect to https.`, cure)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await ask(`${plain}/api/health/live`, { method })
      if (status < 400) return warn('Redirect', `${plain} responds to a ${method} call with ${status} and doesn't refuse it.`, CALLS_CURE)
    }
    return ok('Redirect', 'http redirects pages to https, and refuses calls')
  } catch (error) {
    return warn('Redirect', `${plain} can't be reached: ${reasonOf(error)}.`, cure)
  }
}

/** Compares what the server sees of a call through PUBLIC_URL with what was sent. */
async function checkProxy({ config: { publicUrl, metricsToken, isDemo } }: Setup): Promise<Finding> {
  const name = 'Proxy'
  if (!metricsToken) {
    const isPlain = isDemo && !publicUrl.startsWith('https://')
    return isPlain
      ? ok(name, 'not checked without METRICS_TOKEN')
      : warn(name, "It isn't checked which visitor addresses the shop sees.", 'Set METRICS_TOKEN, restart the shop and run doctor again.')
  }
  const answer = await ask(`${publicUrl}/api/health/details`, {
    headers: { authorization: `Bearer ${metricsToken}`, 'x-forwarded-for': FORGED },
  })
  if (answer.status === 401 || answer.status === 403)
    return fail(name, 'The shop refuses METRICS_TOKEN.', 'Run doctor with the settings of the shop, and restart the shop after a change.')
  const parsed = HealthDetails.safeParse(await answer.json().catch(() => null))
  if (!parsed.success)
    return fail(
      name,
      `${publicUrl}/api/health/details responds with ${answer.status}.`,
      'Check that PUBLIC_URL points to this version of the shop.',
    )
  const { address, protocol } = parsed.data.client
  const wrong = (what: string) => fail(name, `TRUST_PROXY is wrong: ${what}`, CURE)
  if (publicUrl.startsWith('https://') && protocol !== 'https') return wrong('the shop sees http instead of https.')
  if (address === FORGED) return wrong('the shop trusts an address made up by a visitor.')
  const plain = address.replace(/^::ffff:/, '')
  if (PRIVATE.test(plain) && !ownAddresses().has(plain)) return wrong(`the shop mistakes the proxy ${plain} for the visitor.`)
  return ok(name, `the shop sees ${plain} over ${protocol}`)
}

/** Checks the shop through PUBLIC_URL, as visitors reach it. */
export async function checkPublicUrl(setup: Setup): Promise<Finding[]> {
  const { publicUrl } = setup.config
  const name = 'PUBLIC_URL'
  try {
    const answer = await ask(`${publicUrl}/api/health/ready`)
    const reached = answer.ok
      ? ok(name, `${publicUrl} is ready`)
      : fail(
          name,
          `${publicUrl} responds with ${answer.status}.`,
          'See /super-admin/health and the log of the shop; check that PUBLIC_URL points to it.',
        )
    return [reached, ...(await checkHttps(setup, answer)), await checkProxy(setup)]
  } catch (error) {
    return [
      fail(name, `${publicUrl} can't be reached: ${reasonOf(error)}.`, 'Start the shop, and check DNS, proxy, certificate and firewall.'),
    ]
  }
}
