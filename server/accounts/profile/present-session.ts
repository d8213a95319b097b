import type { DeviceSession } from '#contract/accounts/account.ts'
import { deviceName } from '#domain/device.ts'
import type { SessionRow } from './account-record.ts'

/** Presents a session to its owner. @param currentId the caller's session */
export function presentSession({ id, userAgent, createdAt, lastSeenAt, method, network }: SessionRow, currentId: string): DeviceSession {
  return {
    id,
    device: deviceName(userAgent),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === currentId,
    method,
    network,
  }
}
