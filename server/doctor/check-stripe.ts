import { openStripe } from '#server/platform/vendors/stripe.ts'
import { WEBHOOK_EVENTS } from '#server/platform/vendors/stripe-endpoints.ts'
import { type Finding, fail, ok, reasonOf, type Setup } from './finding.ts'

/** Largest difference of the clocks in ms; the provider's time is in whole seconds. */
const MAX_CLOCK_MS = 3000
const PING_MS = 10_000
const PING_ID = 'evt_reflute_ping'

const modeOf = (key: string) => /^(?:sk|rk|pk)_(live|test)_/.exec(key)?.[1] ?? 'unknown'

/** Checks the keys, without a request: both of one mode, live only with https. */
function checkKeys({ config: { stripe, publicUrl } }: Setup): Finding {
  const [secret, publishable] = [modeOf(stripe?.secretKey ?? ''), modeOf(stripe?.publishableKey ?? '')]
  if (secret !== publishable)
    return fail(
      'Stripe keys',
      `The secret key is for ${secret} mode, the publishable key for ${publishable} mode.`,
      'Copy both from the same page of the Stripe dashboard.',
    )
  if (secret === 'live' && !publicUrl.startsWith('https://'))
    return fail(
      'Stripe keys',
      'Live keys are used without https.',
      'Put a TLS proxy in front and set PUBLIC_URL=https://…, or use test keys.',
    )
  return ok('Stripe keys', `both are for ${secret} mode`)
}

/** Sends a signed event to the shop's own webhook, which shows that secret and address are right. */
async function ping({ config, now }: Setup, url: string): Promise<Finding> {
  const provider = config.stripe && openStripe(config.stripe)
  const at = now()
  const created = Math.floor(at.getTime() / 1000)
  const isLive = modeOf(config.stripe?.secretKey ?? '') === 'live'
  const body = JSON.stringify({ id: PING_ID, object: 'event', type: 'reflute.ping', created, livemode: isLive, data: { object: {} } })
  const headers = { 'content-type': 'application/json', 'stripe-signature': (await provider?.signEvent(body, at)) ?? '' }
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(PING_MS) })
    if (status === 200) return ok('Stripe webhook', `${url} accepts signed events`)
    const cure = 'Set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint and restart the shop.'
    return fail('Stripe webhook', `${url} responds to a signed event with ${status}.`, cure)
  } catch (error) {
    return fail(
      'Stripe webhook',
      `${url} can't be reached: ${reasonOf(error)}.`,
      'Start the shop, and check PUBLIC_URL, DNS, proxy and firewall.',
    )
  }
}

function checkEndpoint(endpoints: readonly { url: string; isEnabled: boolean; events: readonly string[] }[], url: string): Finding {
  const name = 'Stripe events'
  const own = endpoints.filter((endpoint) => endpoint.url === url)
  if (own.length === 0)
    return fail(name, `Stripe has no endpoint ${url}.`, 'Add it under Developers > Webhooks, with the events that docs/settings.md names.')
  const enabled = own.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0) return fail(name, `The endpoint ${url} is disabled.`, 'Enable it under Developers > Webhooks.')
  const sent = new Set(enabled.flatMap(({ events }) => events))
  const missing = sent.has('*') ? [] : WEBHOOK_EVENTS.filter((event) => !sent.has(event))
  if (missing.length === 0) return ok(name, 'the endpoint gets all required events')
  return fail(name, `The endpoint doesn't get ${missing.join(', ')}.`, 'Add them to the endpoint under Developers > Webhooks.')
}

/** Checks keys, webhook and clock of the payment provider. */
export async function checkStripe(setup: Setup): Promise<Finding[]> {
  const { stripe, publicUrl } = setup.config
  if (!stripe) return [ok('Stripe', "not set, so the shop doesn't charge cards")]
  const keys = checkKeys(setup)
  if (keys.level === 'FAIL') return [keys]
  const url = `${publicUrl}/api/webhooks/stripe`
  try {
    const before = setup.now().getTime()
    const { endpoints, answeredAt } = await openStripe(stripe).listEndpoints()
    const middle = (before + setup.now().getTime()) / 2
    const difference = Math.abs((answeredAt?.getTime() ?? middle) + 500 - middle)
    const clock =
      difference <= MAX_CLOCK_MS
        ? ok('Stripe clock', 'agrees with this machine')
        : fail(
            'Stripe clock',
            `This machine and Stripe differ by ${Math.round(difference / 1000)} s.`,
            'Synchronize the clock with NTP ("timedatectl set-ntp true").',
          )
    return [keys, clock, checkEndpoint(endpoints, url), await ping(setup, url)]
  } catch (error) {
    const cure =
      'Check STRIPE_SECRET_KEY; a restricted key needs read access to webhook endpoints. Check that this machine reaches api.stripe.com.'
    return [keys, fail('Stripe', `Stripe refused the request or didn't respond: ${reasonOf(error)}.`, cure)]
  }
}
