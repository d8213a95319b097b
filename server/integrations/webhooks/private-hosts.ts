import type { Config } from '#server/platform/config.ts'
import { type Allows, isPublicAddress, isReachableAddress } from '#server/platform/vendors/public-address.ts'

/** Returns the condition on the addresses that a webhook leads to: public ones, and for hosts that the operator has opened private ones. */
export const allowsFor = ({ webhookPrivateHosts }: Pick<Config, 'webhookPrivateHosts'>, url: string): Allows =>
  webhookPrivateHosts.includes(new URL(url).hostname) ? isReachableAddress : isPublicAddress
