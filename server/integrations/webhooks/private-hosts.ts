import type { Config } from '#server/platform/config.ts'
import { type HostRule, OPENED_HOSTS, PUBLIC_HOSTS } from '#server/platform/vendors/public-address.ts'

/** Returns the rule for the host that a webhook leads to: a public one, unless the operator has opened it by name. */
export const hostsFor = ({ webhookPrivateHosts }: Pick<Config, 'webhookPrivateHosts'>, url: string): HostRule =>
  webhookPrivateHosts.includes(new URL(url).hostname) ? OPENED_HOSTS : PUBLIC_HOSTS
