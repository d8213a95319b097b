import type { AccountSecurity, Passkey } from '#contract/identity/security.ts'
import { requiresSecondFactor } from '#domain/second-factor.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { readSecurity } from '#server/platform/settings/setting-groups.ts'
import { countRecoveryCodes, findTotp, listPasskeys, type PasskeyRow } from './factor-record.ts'

/** Presents a passkey to its owner. */
export function presentPasskey({ id, name, createdAt, lastUsedAt, backedUp }: PasskeyRow): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null, backedUp }
}

/** Presents the caller's second factors. */
export async function presentSecurity({ config, db }: Deps, { userId, role }: Actor): Promise<AccountSecurity> {
  const confirmedAt = (await findTotp(db, userId))?.confirmedAt
  const rules = await readSecurity(db)
  return {
    totp: confirmedAt ? { confirmedAt: confirmedAt.toISOString() } : null,
    passkeys: (await listPasskeys(db, userId)).map(presentPasskey),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    isRequired: requiresSecondFactor(role, rules),
    hasTotp: config.secretsKeys.length > 0,
    stepUpMinutes: rules.stepUpMinutes,
  }
}
